class A {
  int x = 1;
}

class B {
  int x;

  int m(A a) {
    a.x = x;
    return x;
  }
}
