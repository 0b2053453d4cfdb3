class A {
  int n;
  D d;

  int f(int a) {
    if (a > n) {
      return 1;
    } else {
      h();
      return 2;
    }
  }
}
