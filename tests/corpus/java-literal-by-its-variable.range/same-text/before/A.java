class A {
  int n;
  D d;

  void f(int a) {
    String x = "q";
    h(x);
  }
}
