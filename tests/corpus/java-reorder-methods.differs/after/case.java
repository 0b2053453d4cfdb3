class A {
  int y = next();
  int x = next();
}
