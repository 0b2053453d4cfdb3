class A {
  void f(D d) {
    while (x()) {
      if (d.c()) {
        d.a();
        d.e();
        continue;
      }
      d.b();
    }
  }
}
