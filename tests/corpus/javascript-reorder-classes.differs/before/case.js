class A {
  f() {
    return 1;
  }
}
class B extends A {
  g() {
    return 2;
  }
}
