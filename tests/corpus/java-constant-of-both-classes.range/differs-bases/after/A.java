class P {
  int n = 1;
}

class Q {
  int n = 2;
}

class A extends P {}

class B extends Q {
  int m() {
    return n;
  }
}
