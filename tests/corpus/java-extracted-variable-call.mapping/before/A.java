class A {
  void f() {
    items.put(item.sku(), item);
  }
}
