package q;
class A {
  Object f() {
    return new X(1);
  }
}
