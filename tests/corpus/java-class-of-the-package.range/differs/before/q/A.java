package q;
import p.X;
class A {
  Object f() {
    return new X(1);
  }
}
