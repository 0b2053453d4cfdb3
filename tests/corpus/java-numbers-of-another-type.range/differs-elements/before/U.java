import java.util.List;

class U {
  List<Integer> x() {
    return null;
  }
}
