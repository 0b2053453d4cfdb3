class A {
  int n;
  D d;

  void g() {
    Object x = d.next();
    h(x);
  }
}
