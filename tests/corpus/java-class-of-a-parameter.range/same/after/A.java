import p.T;
import q.U;
class A {
  int f(T u) {
    return u.n();
  }
}
