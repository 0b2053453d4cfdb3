class A {
  Boolean a;

  Boolean m() {
    return a ? true : false;
  }
}
