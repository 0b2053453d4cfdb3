class A {
  void f(D d) {
    while (x()) {
      if (d.c()) {
        g(d);
      }
      d.b();
    }
  }

  void g(D d) {
    d.a();
    d.e();
  }
}
