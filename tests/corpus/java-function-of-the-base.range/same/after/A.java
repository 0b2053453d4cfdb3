class A {
  int n;
  D d;

  D g() {
    return (super.x());
  }
}
