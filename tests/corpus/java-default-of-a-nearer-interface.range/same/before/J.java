interface J {
  default int m() {
    return 1;
  }
}
