class B {
  void log(String s) {
    none();
  }
}
