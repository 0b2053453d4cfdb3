class A {
  L f(D d) {
    return d.a();
  }
}
