class A {}

class B {
  String m() {
    return getClass().getName();
  }
}
