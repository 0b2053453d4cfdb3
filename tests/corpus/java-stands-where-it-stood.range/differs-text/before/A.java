class A {
  String f(D d) {
    z();
    return "x" + d.a() * 2;
  }
}
