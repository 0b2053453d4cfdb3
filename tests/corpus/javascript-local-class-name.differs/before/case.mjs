export function make() {
  class Shape {}
  return Shape.name;
}
