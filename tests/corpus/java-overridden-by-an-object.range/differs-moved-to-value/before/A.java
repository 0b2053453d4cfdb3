class A {
  static int f(E e) {
    return e.n();
  }
}
