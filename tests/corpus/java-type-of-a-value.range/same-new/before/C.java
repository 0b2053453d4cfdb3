class C {
  String f() {
    A a = new B();
    return a.k();
  }
}
