class A {
  int f(int a) {
    switch (a) {
      case 1: g();
      default: h();
    }
    return a;
  }
}
