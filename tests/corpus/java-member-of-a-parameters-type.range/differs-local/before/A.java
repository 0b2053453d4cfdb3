class P {
  int n;
}

class Q extends P {
  int n;
}

class A {
  Q q() {
    return null;
  }

  int f() {
    Q x = q();
    k();
    return x.n;
  }
}
