class A {
  int f(String s) {
    switch (s) {
      case "a":
        return 1;
      default:
        return 2;
    }
  }
}
