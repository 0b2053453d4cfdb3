class B {}

class A extends B {
  String m() {
    return getClass().getName();
  }
}
