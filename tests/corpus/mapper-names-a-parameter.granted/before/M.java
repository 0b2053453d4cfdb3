interface M {
  String find(long id);
}
