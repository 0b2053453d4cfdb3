class A {
  int f(D d) {
    z();
    int r = g(d);
    return 0;
  }

  int g(D d) {
    return d.a() * 2;
  }
}
