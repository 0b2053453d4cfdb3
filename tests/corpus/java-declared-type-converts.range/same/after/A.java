class A {
  int n;
  D d;

  String f(char c) {
    h();
    return g(c);
  }

  String g(char c) {
    return "" + c + c;
  }
}
