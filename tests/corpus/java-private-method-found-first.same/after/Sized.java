interface Sized {
  default int size() { return 1; }
}
