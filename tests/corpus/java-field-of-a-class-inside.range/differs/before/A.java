class A {
  int q;

  void f() {
    run(
        new R() {
          int q;

          void r() {
            p(q);
          }
        });
  }

  void p(int i) {}
}

interface R {}
