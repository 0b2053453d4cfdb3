class A {
  D d;

  void f() {
    D x = d.next();
    try {
      x.k();
    } catch (E e) {
    }
  }
}
