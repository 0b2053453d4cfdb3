export function f({ build: make = () => 1 }) {
  return make.name;
}
