class A {
  int f(int n) {
    return String.valueOf(n).length();
  }
}
