class A {
  f() {
    return 1;
  }
}
class B {
  g() {
    return 2;
  }
}
