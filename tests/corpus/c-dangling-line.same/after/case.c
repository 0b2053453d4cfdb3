int f(int a) {
  if (a)
      g();

  h();
  return a;
}
