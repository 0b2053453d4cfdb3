package p;

class A {
  static class B {
    int n;

    int k() {
      return n;
    }

    int m() {
      return k();
    }
  }
}
