class B {
  {
    log();
  }
}
