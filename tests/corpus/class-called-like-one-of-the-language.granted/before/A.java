class A {
  int f(int n) {
    String s = String.valueOf(n);
    return s.length();
  }
}
