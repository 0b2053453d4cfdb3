interface I {
  default int f(int a) {
    System.out.println("f");
    int b = a * 2;
    return b + 1;
  }
}
