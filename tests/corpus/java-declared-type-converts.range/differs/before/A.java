class A {
  int n;
  D d;

  String f(char c) {
    h();
    return "" + c + c;
  }
}
