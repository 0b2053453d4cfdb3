class B {
  B() {
    one();
  }
  void go() {
  }
}
