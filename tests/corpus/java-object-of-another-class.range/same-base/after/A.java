class B {
  boolean f(Object o) {
    return this == o;
  }
}

class A extends B {}
