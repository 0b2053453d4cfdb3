enum E {
  X,
  Y;
}

enum F {
  X;

  boolean m(Object o) {
    return o == X;
  }
}
