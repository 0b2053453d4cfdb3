class A {
  @GetMapping("/{id}")
  public String get(@PathVariable String key) { return key; }
}
