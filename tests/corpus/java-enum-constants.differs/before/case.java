enum E {
  A, B;
  int f() { return 1; }
  int g() { return 2; }
}
