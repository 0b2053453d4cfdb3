class P {
  int h() {
    return 1;
  }
}

class Q {
  int h() {
    return 2;
  }
}

class A extends P {
  int m() {
    return super.h();
  }
}

class B extends Q {}
