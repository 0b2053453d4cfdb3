class E {
  int n;
}

class A {
  E k() {
    return null;
  }

  int m() {
    return k().n;
  }
}
