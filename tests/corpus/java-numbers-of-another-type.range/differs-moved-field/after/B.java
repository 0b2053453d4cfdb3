import java.util.List;

class B {
  List<Double> s;

  Object f(int n) {
    return s.get(0) / n;
  }
}
