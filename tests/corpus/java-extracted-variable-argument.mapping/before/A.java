class A {
  void f() {
    item.take(net());
  }
}
