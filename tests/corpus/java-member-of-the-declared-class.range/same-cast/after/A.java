class A {
  int n;
  D d;

  void g(Object a) {
    ((D) a).k(1);
  }
}
