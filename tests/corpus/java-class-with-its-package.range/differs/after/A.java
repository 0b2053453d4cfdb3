class A {
  int n;
  D d;

  Object g() {
    return new q.Date(0);
  }
}
