class A {
  void f() {
    var v = item.sku();
    items.put(v, item);
  }
}
