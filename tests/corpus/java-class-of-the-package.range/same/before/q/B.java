package q;
class B {
  Object z() {
    return null;
  }
}
