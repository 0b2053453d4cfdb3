class A {
  void f(String s) {
    switch (s) {
      case "a":
        x();
        break;
      case "b":
        y();
    }
  }
}
