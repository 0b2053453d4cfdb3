class A {
  // \u000a int c;
  int a;
}
