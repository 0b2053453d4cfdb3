enum E {
  X,
  Y;

  int k() {
    return values().length;
  }
}
