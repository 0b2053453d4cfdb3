class A<T extends X> {
  T t;
}
