import static p.P.max;

class A {
  int m(int a) {
    return max(a);
  }
}

class B {
  int max(int b) {
    return 1;
  }
}
