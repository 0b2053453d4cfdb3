class A {
  String f(D d) {
    z();
    return g(d) + "x";
  }

  int g(D d) {
    return d.a() * 2;
  }
}
