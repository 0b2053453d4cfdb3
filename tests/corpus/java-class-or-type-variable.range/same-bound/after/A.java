class A<T extends X> {
  int n;
}
