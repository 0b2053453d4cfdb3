class X {
  Z y() {
    return null;
  }
}
