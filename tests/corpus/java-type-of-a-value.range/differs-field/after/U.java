class U {
  int n = 1;
}
