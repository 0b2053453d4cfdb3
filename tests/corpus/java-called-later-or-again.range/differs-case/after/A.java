class A {
  int n;

  void f() {
    switch (n) {
      case 1:
        g();
    }
  }

  void g() {
    a();
    b(n);
  }
}
