enum E {
  X {
    int g(int a) {
      return 9;
    }
  }, Y;
  int f(int a) {
    System.out.println("f");
    int b = a * 2;
    return b + 1;
  }
}
