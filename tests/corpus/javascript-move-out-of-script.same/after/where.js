export function here() {
  return typeof this;
}
