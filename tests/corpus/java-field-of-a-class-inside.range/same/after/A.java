class A {
  int q;

  void f() {
    run(
        new R() {
          void r() {
            g();
          }
        });
  }

  void g() {
    p(q);
  }

  void p(int i) {}
}

interface R {}
