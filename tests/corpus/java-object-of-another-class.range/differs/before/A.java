class A {
  int n;
  D d;

  boolean f(Object o) {
    return this == o;
  }
}

class B {
  int n;
  D d;
}
