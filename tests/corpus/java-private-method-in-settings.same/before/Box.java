class Box {
  private void fill() { System.out.println(1); }
  void test() { fill(); }
}
