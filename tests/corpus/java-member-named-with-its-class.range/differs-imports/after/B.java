import static p.Q.k;

class B {
  int z() {
    return k();
  }

  int m() {
    return k();
  }
}
