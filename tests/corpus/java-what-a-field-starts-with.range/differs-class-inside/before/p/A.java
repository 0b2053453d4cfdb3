package p;

class A {
  static class B {
    int n = 1;

    int m() {
      return n;
    }
  }
}
