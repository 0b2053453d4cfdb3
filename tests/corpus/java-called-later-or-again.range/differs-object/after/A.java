class A {
  int n;

  void f() {
    r(
        new R() {
          public void run() {
            g();
          }
        });
  }

  void g() {
    a();
    b(n);
  }
}
