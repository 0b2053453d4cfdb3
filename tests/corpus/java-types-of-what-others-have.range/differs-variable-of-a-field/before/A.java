class D {
  int n;
}

class F extends D {
  int n;
}

class E {
  F d;
}

class A {
  int f(E e) {
    D x = e.d;
    return x.n;
  }
}
