class B {}

class A extends B {
  boolean f(Object o) {
    return this == o;
  }
}
