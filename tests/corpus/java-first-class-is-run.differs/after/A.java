class Second {
  static int two() { return 2; }
  public static void main(String[] args) { System.out.println(two()); }
}
class First {
  public static void main(String[] args) { System.out.println(1); }
}
