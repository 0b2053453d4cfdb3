class A {
  int load(String x) {
    return load(x, null);
  }
  int load(String x, Filter f) {
    int a = open(x);
    int b = parse(a, x);
    log.info(a, b);
    return a + b;
  }
}
