class A {
  Boolean g() {
    return true;
  }

  void f() {
    boolean k = g();
    log(k);
  }
}
