import q.T;
class A {
  int f(T t) {
    return t.n();
  }
}
