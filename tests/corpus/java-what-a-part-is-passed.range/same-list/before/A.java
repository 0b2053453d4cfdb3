class A {
  List<X> l;

  void f(D d) {
    l.clear();
    l.add(d.x());
    r();
  }
}
