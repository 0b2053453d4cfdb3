class A {
  void f(String s) {
    switch (s) {
      case "a":
        x();
      case "b":
        y();
    }
  }
}
