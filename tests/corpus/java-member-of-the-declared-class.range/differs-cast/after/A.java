class A {
  int n;
  D d;

  void g(Object a) {
    ((C) a).k(1);
  }
}
