class A {}

class B {
  boolean m() {
    return this == null;
  }
}
