class A {
  void m(R r) {
    r.add(this);
  }
}

class B {}
