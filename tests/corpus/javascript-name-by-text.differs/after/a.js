function f() {
  const b = () => 1;
  return b['name'];
}
