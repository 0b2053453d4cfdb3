class BoxTest {
  Object test(Box box) { return ReflectionTestUtils.invokeMethod(box, "twice", 3); }
}
