class BoxTest {
  void test(Box box) { System.getProperty("net"); }
}
