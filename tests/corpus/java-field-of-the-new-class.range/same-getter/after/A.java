class A {
  int n;
  D d;
}

class B {
  int n;
  D d;

  int f() {
    return own().x();
  }

  D own() {
    return d;
  }
}
