interface I {
  int f();
}
