class A {
  F f(int k) { return y -> y + k; }
}
