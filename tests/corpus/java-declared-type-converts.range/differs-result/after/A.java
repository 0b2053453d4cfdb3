class A {
  int n;
  D d;

  void f(int i) {
    h();
    h(g(i));
  }

  double g(int i) {
    int j = i;
    return j;
  }
}
