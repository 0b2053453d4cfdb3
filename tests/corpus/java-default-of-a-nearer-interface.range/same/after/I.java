interface I extends J {
  default int k() {
    return 2;
  }
}
