class A {
  int n;

  String h() {
    return null;
  }

  String m() {
    String x = h();
    return x + n;
  }
}
