import static q.V.*;
class A {
  int f(int a) {
    return max(a, LIMIT);
  }
}
