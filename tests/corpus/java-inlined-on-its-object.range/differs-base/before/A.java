class P {
  int k(int x) {
    return x + 1;
  }
}

class A extends P {
  int k(int x) {
    return x + 2;
  }

  int m(int y) {
    z();
    return super.k(y);
  }
}
