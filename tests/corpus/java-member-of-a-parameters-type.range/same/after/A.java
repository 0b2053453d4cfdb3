class P {
  int n;
}

class Q extends P {
  int k;
}

class A {
  int f(P x) {
    return x.n;
  }
}
