class A {
  int f(int a) {
    switch (a) {
      case 1: g(); break;
      default: h();
    }
    return a;
  }
}
