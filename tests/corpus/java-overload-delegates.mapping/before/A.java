class A {
  int load(String x) {
    int a = open(x);
    int b = parse(a, x);
    log.info(a, b);
    return a + b;
  }
}
