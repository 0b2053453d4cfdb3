class P {
  int n;
}

class Q extends P {
  int n;
}

class A {
  int f(Q x) {
    return x.n;
  }
}
