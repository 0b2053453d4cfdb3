class A extends U {
  boolean f(Object o) {
    return this == o;
  }
}

class B {}
