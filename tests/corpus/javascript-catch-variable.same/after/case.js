function f() {
  try {
    g();
  } catch (error) {
    return error;
  }
}
