class P {}

class Q {}

class A {
  Object f() {
    return new P();
  }
}
