class P {
  int n;
}

class Q extends P {
  int k;
}

class A {
  int f(Q x) {
    return x.n;
  }
}
