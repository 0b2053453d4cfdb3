class A {
  private String tax() {
    return new Throwable().getStackTrace()[0].getMethodName();
  }
  String f() {
    return tax();
  }
}
