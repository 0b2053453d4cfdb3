class E {
  int n;
}

class F extends E {
  int n;
}

class A {
  F k() {
    return null;
  }

  int m() {
    return k().n;
  }
}
