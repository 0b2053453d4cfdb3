import static p.U.max;
class A {
  int f(int a) {
    return max(a, 1);
  }
}
