class B extends A {
  int m;
}
