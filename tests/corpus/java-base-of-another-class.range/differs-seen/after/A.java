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

class A extends P {}

class B extends Q {
  int m() {
    return super.h();
  }
}
