import java.util.function.Supplier;

class A {
  long g() {
    return 1;
  }

  Supplier<Object> f() {
    return this::g;
  }
}
