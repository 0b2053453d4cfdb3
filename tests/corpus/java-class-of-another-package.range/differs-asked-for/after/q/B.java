package q;

class B {
  boolean m(Object o) {
    return o instanceof E;
  }
}
