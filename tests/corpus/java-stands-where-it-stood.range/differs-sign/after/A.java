class A {
  int f(D d) {
    z();
    return -g(d);
  }

  int g(D d) {
    return d.a() * 2;
  }
}
