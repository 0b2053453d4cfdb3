class A {
  // uuid y
  int a;
}
