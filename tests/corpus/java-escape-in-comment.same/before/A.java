class A {
  // uuid x
  int a;
}
