enum E {
  X,
  Y;

  int m() {
    return values().length;
  }
}
