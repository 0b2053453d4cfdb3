class P {
  int h() {
    return 1;
  }
}

class A extends P {
  int h() {
    return 2;
  }

  int m() {
    return h();
  }
}
