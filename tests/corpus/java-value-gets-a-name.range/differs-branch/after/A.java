class A {
  D d;

  void f(boolean c) {
    D x = d.next();
    if (c) h(x);
  }
}
