class A {
  @Override
  public String get(String id) { return id; }
}
