class A {
  boolean g() {
    return true;
  }

  void f() {
    boolean k = g();
    log(k);
  }
}
