package q;
import p.X;
class A {
  Object m() {
    return new X(2);
  }
}
