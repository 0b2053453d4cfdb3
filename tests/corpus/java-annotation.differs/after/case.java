class A {
  @Transactional
  void f() {}
}
