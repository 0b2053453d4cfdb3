class A {
  String f(D d) {
    return d.a();
  }
}
