record R(int x) {
  int g() {
    return this.x;
  }
}
