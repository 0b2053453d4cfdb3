import p.T;
class A {
  int f(T t) {
    switch (t) {
      case ONE: return 1;
      default: return 2;
    }
  }
}
