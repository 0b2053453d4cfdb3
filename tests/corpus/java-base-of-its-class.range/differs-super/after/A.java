class A extends C {
  int f() {
    return super.g() + 1;
  }
}
