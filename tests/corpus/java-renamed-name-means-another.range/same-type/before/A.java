class P {
  int a() {
    return 1;
  }
}

class A {
  Object f() {
    return new P();
  }
}
