function f(a) {
  const tmp = class {};
  return new tmp().constructor.name;
}
