package p;

class A {
  boolean m(Object o) {
    return o instanceof E;
  }
}
