class A {
  class I {}

  Object f(A o) {
    return new I();
  }
}
