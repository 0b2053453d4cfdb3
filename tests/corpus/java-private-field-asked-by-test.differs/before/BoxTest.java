class BoxTest {
  void test(Box box) { ReflectionTestUtils.setField(box, "net", 3); }
}
