class A {
  int x;
}
