class A {
  F f(int k) { return x -> k + k; }
}
