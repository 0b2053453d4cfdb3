class A {
  int n;
  D d;

  D f() {
    return d.next().last();
  }
}
