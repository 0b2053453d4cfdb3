class A extends Base<Double> {
  Object f(int n) {
    return get() / n;
  }
}
