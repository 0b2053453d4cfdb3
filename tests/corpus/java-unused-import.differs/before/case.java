import java.util.List;
import java.util.Map;

class A {
  Map<String, List<String>> x;
}
