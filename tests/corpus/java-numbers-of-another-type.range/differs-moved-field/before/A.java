import java.util.List;

class A {
  List<Integer> s;

  Object f(int n) {
    return s.get(0) / n;
  }
}
