class A {
  String s;

  String h() {
    s = "";
    return s;
  }

  String f() {
    return s + h();
  }
}
