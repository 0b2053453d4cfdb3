class A extends Base<Integer> {
  Object f(int n) {
    return get() / n;
  }
}
