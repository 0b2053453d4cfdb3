class A extends U {}

class B {
  boolean f(Object o) {
    return this == o;
  }
}
