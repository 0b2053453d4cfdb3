export function kind() {
  const here = somewhere;
  return typeof here;
}
