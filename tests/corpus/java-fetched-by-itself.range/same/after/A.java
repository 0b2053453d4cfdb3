class A {
  int n;
  D d;
}

class B {
  int n;
  D d;

  int f() {
    D a = d.a();
    return a.x(n);
  }
}
