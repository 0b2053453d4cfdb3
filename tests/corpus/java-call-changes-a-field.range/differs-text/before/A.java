class A {
  String s;

  String h() {
    s = "";
    return s;
  }

  String f() {
    String x = h();
    return s + x;
  }
}
