class B {
  int z;
}
