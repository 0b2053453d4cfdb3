class A {
  D d;

  void f() {
    try {
      D x = d.next();
      x.k();
    } catch (E e) {
    }
  }
}
