class A {
  int n;

  String h() {
    return null;
  }

  String m() {
    return h() + n;
  }
}
