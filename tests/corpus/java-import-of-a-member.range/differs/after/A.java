import static q.U.max;
class A {
  int f(int a) {
    return max(a, 1);
  }
}
