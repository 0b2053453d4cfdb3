class A {
  String s;

  String h() {
    s = "";
    return s;
  }

  void f() {
    String x = h();
    s += x;
  }
}
