class A {
  String s = "field";

  void f(Object o) {
    if (o instanceof String s) {
      log(1);
      g(s);
    }
  }

  private void g(String s) {
    System.out.println(s + "!");
  }
}
