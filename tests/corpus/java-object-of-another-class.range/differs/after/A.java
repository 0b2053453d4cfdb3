class A {
  int n;
  D d;
}

class B {
  int n;
  D d;

  boolean f(Object o) {
    return this == o;
  }
}
