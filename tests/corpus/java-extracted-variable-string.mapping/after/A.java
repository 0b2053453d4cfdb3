class A {
  void f() {
    var v = "order " + title;
    out.print(v);
  }
}
