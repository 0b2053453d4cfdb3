enum E {
  X,
  Y;
}

enum F {
  X;

  int m() {
    return values().length;
  }
}
