class A {
  int q;

  void f() {
    run(
        new R() {
          void r() {
            p(q);
          }
        });
  }

  void p(int i) {}
}

interface R {}
