class A {
  D d;

  void f(boolean c) {
    if (c) h(d.next());
  }
}
