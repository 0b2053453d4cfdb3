class A {
  static class I {
    int v = 1;
  }

  int m() {
    return new I().v;
  }
}

class B {
  static class I {
    int v = 2;
  }
}
