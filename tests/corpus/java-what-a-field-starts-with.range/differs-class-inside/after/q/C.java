package q;

class C {
  static class B {
    int n = 2;

    int m() {
      return n;
    }
  }
}
