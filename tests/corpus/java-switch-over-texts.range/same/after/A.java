class A {
  void f(String t) {
    switch (t) {
      case "a":
        x();
      case "b":
        y();
    }
  }
}
