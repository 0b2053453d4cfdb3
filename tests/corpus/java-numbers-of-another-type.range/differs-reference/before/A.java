import java.util.function.Supplier;

class A {
  int g() {
    return 1;
  }

  Supplier<Object> f() {
    return this::g;
  }
}
