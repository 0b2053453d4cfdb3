export function name(o) {
  const { text = empty() } = read(o);
  return text;
}
