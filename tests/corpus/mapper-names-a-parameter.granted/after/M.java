interface M {
  String find(long key);
}
