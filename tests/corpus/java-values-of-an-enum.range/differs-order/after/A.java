enum E {
  X,
  Y;
}

enum F {
  Y,
  X;

  int m() {
    return Y.ordinal();
  }
}
