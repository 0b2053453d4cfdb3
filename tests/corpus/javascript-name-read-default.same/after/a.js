export function f(make) {
  make = make ?? fallback();
  return make.name;
}
