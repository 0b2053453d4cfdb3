class A {
  int x = next();
  int y = next();
}
