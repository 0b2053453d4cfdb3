class A {
  int f(D d) {
    z();
    int r = g(d);
    r++;
    return r;
  }

  int g(D d) {
    return d.a() * 2;
  }
}
