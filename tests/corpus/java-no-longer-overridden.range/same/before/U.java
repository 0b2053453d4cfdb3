class U {
  int x;
}
