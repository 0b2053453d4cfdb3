class A {
  String s;

  String h() {
    s = "";
    return s;
  }

  void f() {
    s += h();
  }
}
