class A {
  enum S {
    X,
    Y
  }
}

class B {
  enum S {
    X,
    Z
  }

  boolean m(Object o) {
    return o == S.X;
  }
}
