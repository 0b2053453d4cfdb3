class A {
  int f(String s) {
    switch (s) {
      case "a":
        return 2;
      default:
        return 1;
    }
  }
}
