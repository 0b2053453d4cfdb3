class B {
  g() {
    return 2;
  }
}
class A {
  f() {
    return 1;
  }
}
