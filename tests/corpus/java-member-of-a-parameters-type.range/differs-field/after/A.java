class P {
  int n;
}

class Q extends P {
  int n;
}

class A {
  int f(P x) {
    return x.n;
  }
}
