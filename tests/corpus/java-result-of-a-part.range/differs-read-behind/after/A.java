class A {
  void f(D d) {
    int i = 0;
    g(d);
    r(i);
  }

  void g(D d) {
    int i = 0;
    while (d.c()) {
      p(i);
      i++;
    }
  }
}
