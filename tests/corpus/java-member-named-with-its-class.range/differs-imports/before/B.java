import static p.Q.k;

class B {
  int z() {
    return k();
  }
}
