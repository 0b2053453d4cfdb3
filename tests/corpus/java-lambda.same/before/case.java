class A {
  F f(int k) { return x -> x + k; }
}
