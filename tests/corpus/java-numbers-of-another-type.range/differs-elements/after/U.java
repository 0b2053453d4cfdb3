import java.util.List;

class U {
  List<Double> x() {
    return null;
  }
}
