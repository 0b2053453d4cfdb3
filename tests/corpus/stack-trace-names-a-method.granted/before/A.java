class A {
  private String vat() {
    return new Throwable().getStackTrace()[0].getMethodName();
  }
  String f() {
    return vat();
  }
}
