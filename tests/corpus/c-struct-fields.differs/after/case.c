struct S {
  int b;
  int a;
};
