class A extends P {
}

class B extends P {
  int n = 3;

  int m() {
    return n;
  }
}

class P {
  static int n;
}
