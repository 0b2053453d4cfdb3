class P {
  int n = 1;
}

class A extends P {
  int n = 2;
}

class B extends P {
  int n = 3;

  int m() {
    return n;
  }
}
