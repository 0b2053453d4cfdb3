package q;
import q.X;
class A {
  Object f() {
    return new X(1);
  }
}
