class P {
  int n = 1;
}

class Q {
  int n = 2;
}

class A extends P {
  int m() {
    return n;
  }
}

class B extends Q {}
