function f(b) {
  const val = class { g() { return 1; } };
  return new val().g() + b.name;
}
