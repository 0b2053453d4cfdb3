export function f({ build = () => 1 }) {
  return build.name;
}
