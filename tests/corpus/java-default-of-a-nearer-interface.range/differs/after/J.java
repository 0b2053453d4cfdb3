interface J {
  default int k() {
    return 1;
  }
}
