function f() {
  const a = () => 1;
  return g(a(), 'name');
}
