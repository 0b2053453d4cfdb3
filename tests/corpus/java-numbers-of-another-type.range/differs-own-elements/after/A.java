import java.util.List;

class A {
  Object f(List<Double> x, int n) {
    return x.get(0) / n;
  }
}
