import java.util.List;

class A {
  List<String> x;
}
