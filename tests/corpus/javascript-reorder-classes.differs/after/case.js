class B extends A {
  g() {
    return 2;
  }
}
class A {
  f() {
    return 1;
  }
}
