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
    P x = q();
    k();
    return x.n;
  }
}
