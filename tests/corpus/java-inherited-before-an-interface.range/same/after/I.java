interface I {
  default int k() {
    return 1;
  }
}
