package q;

class C {
  static class B {
    int k() {
      return 7;
    }
  }
}
