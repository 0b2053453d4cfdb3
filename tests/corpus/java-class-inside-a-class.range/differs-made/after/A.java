class A {
  static class I {
    int v = 1;
  }
}

class B {
  static class I {
    int v = 2;
  }

  int m() {
    return new I().v;
  }
}
