import p.T;
class A {
  int f(T t) {
    return t.n();
  }
}
