class C extends Z implements I {
  int f() {
    return k();
  }
}
