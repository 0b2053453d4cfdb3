class BoxTest {
  Object test(Box box) { return ReflectionTestUtils.invokeMethod(box, "test", 3); }
}
