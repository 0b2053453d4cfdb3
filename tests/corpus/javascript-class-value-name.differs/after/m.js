function f(a) {
  const val = class {};
  return new val().constructor.name;
}
