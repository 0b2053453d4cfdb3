class P {
  static int s() {
    return 1;
  }
}

class Q extends P {
  static int s() {
    return 2;
  }
}

class A {
  int f() {
    return Q.s();
  }
}
