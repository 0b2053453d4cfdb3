class A {
  void f() {
    run(
        new R() {
          void r() {
            g();
          }
        });
  }

  void g() {
    stop();
    n();
  }

  void stop() {}
}

class R {
  void stop() {
    k();
  }
}
