class A {
  // \u000a int b;
  int a;
}
