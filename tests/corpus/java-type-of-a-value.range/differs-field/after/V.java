class V extends U {
  int n = 2;
}
