class A {
  enum S {
    X,
    Y
  }

  boolean m(Object o) {
    return o == S.X;
  }
}

class B {
  enum S {
    X,
    Z
  }
}
