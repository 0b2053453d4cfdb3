package p;

class A {
  void m() {
    try {
      C.c();
    } catch (E e) {
      C.d();
    }
  }
}
