class A {
  Boolean a() {
    return null;
  }

  Boolean m() {
    return a() ? true : false;
  }
}
