import java.util.List;

class A {
  Object f(List<Integer> x, int n) {
    return x.get(0) / n;
  }
}
