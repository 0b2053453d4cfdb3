class P {
  int k(int x) {
    return x + 1;
  }
}

class A extends P {
  int m(int y) {
    z();
    return y + 2;
  }
}
