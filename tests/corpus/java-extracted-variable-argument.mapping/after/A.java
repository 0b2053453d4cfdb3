class A {
  void f() {
    var v = net();
    item.take(v);
  }
}
