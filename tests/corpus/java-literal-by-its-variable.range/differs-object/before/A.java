class A {
  int n;
  D d;

  void f(int a) {
    Object x = "q";
    h(x);
  }
}
