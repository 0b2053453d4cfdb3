interface I {
  default int f(int a) {
    System.out.println("f");
    return g(a);
  }
  default int g(int a) {
    int b = a * 2;
    return b + 1;
  }
}
