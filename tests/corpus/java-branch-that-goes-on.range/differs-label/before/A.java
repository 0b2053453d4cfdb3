class A {
  void f() {
    x:
    while (a()) {
      while (b()) {
        if (c()) break x;
      }
    }
  }
}
