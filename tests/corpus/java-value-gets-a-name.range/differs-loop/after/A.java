class A {
  D d;

  void f() {
    while (c()) d.next().k();
  }
}
