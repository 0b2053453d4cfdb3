class A {
  int n;
  D d;

  D g() {
    D x = d.next();
    h();
    return x;
  }
}
