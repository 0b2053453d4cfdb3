class X {
  void go() {
    one();
  }
}
