class A {
  int n;
  D d;
}

class B {
  int n;
  D d;

  int f() {
    D a = d.a(1);
    return a.x(n);
  }
}
