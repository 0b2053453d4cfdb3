class A {
  int n;

  void f() {
    switch (n) {
      case 1 -> g();
      default -> c();
    }
  }

  void g() {
    a();
    b(n);
  }
}
