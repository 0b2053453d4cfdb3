class A {}

class B {
  void m(R r) {
    r.add(this);
  }
}
