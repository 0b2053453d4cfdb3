class A {
  String n;

  void f() {
    String x = n;
    n = null;
    h(x);
  }
}
