class B {
  int n = 2;
}
