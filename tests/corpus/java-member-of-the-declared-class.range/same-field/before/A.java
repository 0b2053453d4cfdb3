class E {
  int n;
}

class A {
  E k() {
    return null;
  }

  int m() {
    E e = k();
    return e.n;
  }
}
