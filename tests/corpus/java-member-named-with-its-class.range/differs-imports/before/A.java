import static p.P.k;

class A {
  int m() {
    return k();
  }
}
