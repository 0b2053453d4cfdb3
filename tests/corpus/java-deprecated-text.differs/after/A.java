class A {
  /**
   * Old. @deprecated use b
   */
  void a() {}
  void b() {}
}
