import static p.U.*;
import r.*;
class A {
  int f(int a) {
    return max(a, LIMIT);
  }
}
