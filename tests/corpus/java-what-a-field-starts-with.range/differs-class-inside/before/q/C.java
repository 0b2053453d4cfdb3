package q;

class C {
  static class B {
    int n = 2;
  }
}
