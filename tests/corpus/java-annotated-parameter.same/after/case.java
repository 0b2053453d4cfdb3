class A {
  @Override
  public String get(String key) { return key; }
}
