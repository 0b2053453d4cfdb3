class A {
  void f() {
    run(
        new R() {
          void r() {
            stop();
            n();
          }
        });
  }

  void stop() {}
}

class R {
  void stop() {
    k();
  }
}
