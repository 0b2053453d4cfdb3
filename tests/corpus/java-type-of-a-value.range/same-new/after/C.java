class C {
  String f() {
    var a = new B();
    return a.k();
  }
}
