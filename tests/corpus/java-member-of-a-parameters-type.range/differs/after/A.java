class P {
  void k(Object o) {
    a();
  }
}

class Q extends P {
  void k(String s) {
    b();
  }
}

class A {
  void f(P x) {
    x.k("");
  }
}
