class A {
  int n;
  D d;

  D g() {
    return a().b(c());
  }
}
