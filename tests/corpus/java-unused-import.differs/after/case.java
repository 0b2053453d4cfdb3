import java.util.List;

class A {
  Map<String, List<String>> x;
}
