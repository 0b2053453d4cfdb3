class A {
  int f(D d) {
    z();
    return d.a() * 2;
  }
}
