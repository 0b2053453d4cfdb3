class B<T extends X> {
  int m;
}
