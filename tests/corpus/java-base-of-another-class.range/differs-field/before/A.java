class P {
  int n = 1;
}

class A extends P {
  int n = 2;

  int m() {
    return super.n;
  }
}

class B extends P {
  int n = 3;
}
