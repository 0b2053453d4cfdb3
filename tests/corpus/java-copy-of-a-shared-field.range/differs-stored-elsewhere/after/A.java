class A {
  static int next = 0;
}
