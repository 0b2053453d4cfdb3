package q;

class B {
  void m() {
    try {
      C.c();
    } catch (E e) {
      C.d();
    }
  }
}
