function f() {
  const a = () => 1;
  return a['name'];
}
