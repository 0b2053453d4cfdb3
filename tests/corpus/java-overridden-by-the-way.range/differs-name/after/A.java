class A {
  int h() {
    return 1;
  }

  int f() {
    return h();
  }
}

class B extends A {
  int h() {
    return 2;
  }
}
