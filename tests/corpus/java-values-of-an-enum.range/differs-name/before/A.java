enum E {
  X,
  Y;

  String f() {
    return name();
  }
}
