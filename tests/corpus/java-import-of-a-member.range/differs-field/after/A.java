import static q.U.LIMIT;
class A {
  int f(int a) {
    return a + LIMIT;
  }
}
