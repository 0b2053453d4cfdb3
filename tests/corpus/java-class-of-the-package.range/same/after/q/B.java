package q;
class B {
  Object z() {
    return null;
  }
  Object f() {
    return new X(1);
  }
}
