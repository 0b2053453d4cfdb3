class A {
  void f() {
    {
      int x = 1;
      p(x);
    }
    {
      int y = 2;
      p(y);
    }
  }
}
