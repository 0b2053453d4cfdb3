package q;
class A {
  Object m() {
    return null;
  }
}
