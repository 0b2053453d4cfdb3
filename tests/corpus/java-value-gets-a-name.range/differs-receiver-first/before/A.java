class A {
  int n;
  D d;

  D f() {
    D x = c();
    return a().b(x);
  }
}
