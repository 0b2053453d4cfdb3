enum E {
  X,
  Y;

  boolean m(Object o) {
    return o == X;
  }
}

enum F {
  X;
}
