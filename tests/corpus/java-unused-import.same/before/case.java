import java.util.List;
import java.util.Map;

class A {
  List<String> x;
}
