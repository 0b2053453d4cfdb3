class A {
  String s = "field";

  void f(Object o) {
    if (o instanceof String s) {
      log(1);
      g();
    }
  }

  private void g() {
    System.out.println(s + "!");
  }
}
