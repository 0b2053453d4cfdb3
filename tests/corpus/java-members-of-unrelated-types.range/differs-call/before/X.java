class X {
  Y y() {
    return null;
  }
}
