interface I extends J {
  default int m() {
    return 2;
  }
}
