interface I {
  default int f() {
    return 1;
  }
}
