import p.T;
class A {
  T f(D d) {
    return d.make();
  }
}
