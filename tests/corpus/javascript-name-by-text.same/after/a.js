function f() {
  const b = () => 1;
  return g(b(), 'name');
}
