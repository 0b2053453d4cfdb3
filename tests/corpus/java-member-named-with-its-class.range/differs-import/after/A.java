import static p.P.max;

class A {}

class B {
  int max(int b) {
    return 1;
  }

  int m(int a) {
    return max(a);
  }
}
