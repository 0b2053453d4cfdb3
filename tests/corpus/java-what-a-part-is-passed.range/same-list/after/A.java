class A {
  List<X> l;

  void f(D d) {
    g(l, d);
    r();
  }

  void g(List<X> l, D d) {
    l.clear();
    l.add(d.x());
  }
}
