class A {}

class B {
  synchronized void m() {
    C.c();
  }
}
