class A {
  class I {}

  Object f(A o) {
    return o.new I();
  }
}
