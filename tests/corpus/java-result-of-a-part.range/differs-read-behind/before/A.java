class A {
  void f(D d) {
    int i = 0;
    while (d.c()) {
      p(i);
      i++;
    }
    r(i);
  }
}
