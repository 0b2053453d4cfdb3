class A {
  int n;
  D d;

  void f(int i) {
    h();
    int j = i;
    h(j + j);
  }
}
