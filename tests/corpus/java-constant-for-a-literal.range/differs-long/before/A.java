class A {
  int n;
  D d;

  long f(int a) {
    return a * 3;
  }
}

class B {
  int n;
  D d;
}
