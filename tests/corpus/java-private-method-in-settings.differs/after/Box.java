class Box {
  private void pack() { System.out.println(1); }
  void test() { pack(); }
}
