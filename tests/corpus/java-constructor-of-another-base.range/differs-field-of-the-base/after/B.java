class B {
  Object n = make();
}
