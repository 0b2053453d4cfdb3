export function kind() {
  return typeof somewhere;
}
