package p;

class A {
  Object m() {
    return E.class;
  }
}
