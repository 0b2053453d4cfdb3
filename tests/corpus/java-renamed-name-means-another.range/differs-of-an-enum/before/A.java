enum S {
  X,
  Y
}

class A {
  Object f() {
    return S.X;
  }
}
