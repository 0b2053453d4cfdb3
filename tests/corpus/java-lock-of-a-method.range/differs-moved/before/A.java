class A {
  synchronized void m() {
    C.c();
  }
}

class B {}
