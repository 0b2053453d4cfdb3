function f(b) {
  const tmp = class { g() { return 1; } };
  return new tmp().g() + b.name;
}
