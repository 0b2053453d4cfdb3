class Y extends X {
  void go() {
    two();
  }
}
