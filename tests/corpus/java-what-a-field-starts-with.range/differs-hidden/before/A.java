class A extends P {
  int m() {
    return n;
  }
}

class B extends P {
}

class P {
  static int n;
}
