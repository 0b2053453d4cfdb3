class First {
  public static void test(String[] args) { System.out.println(1); }
}
class Second {
  static int two() { return 2; }
  public static void test(String[] args) { System.out.println(two()); }
}
