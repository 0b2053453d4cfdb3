import static p.U.*;
class A {
  int f(int a) {
    return max(a, LIMIT);
  }
}
