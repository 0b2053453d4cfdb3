class A {
  @GetMapping("/{id}")
  public String get(@PathVariable String id) { return id; }
}
