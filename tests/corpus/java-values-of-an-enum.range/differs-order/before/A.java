enum E {
  X,
  Y;

  int m() {
    return Y.ordinal();
  }
}

enum F {
  Y,
  X;
}
