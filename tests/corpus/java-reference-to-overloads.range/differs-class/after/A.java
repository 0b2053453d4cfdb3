class A {
  F f() {
    return U::g;
  }
}
