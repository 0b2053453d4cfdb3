package p;

class A {
  Object m() {
    return new K();
  }
}
