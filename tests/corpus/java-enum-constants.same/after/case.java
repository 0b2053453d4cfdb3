enum E {
  A, B;
  int g() { return 2; }
  int f() { return 1; }
}
