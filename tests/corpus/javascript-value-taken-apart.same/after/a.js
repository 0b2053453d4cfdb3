export function name(o) {
  const value = read(o);
  const { text = empty() } = value;
  return text;
}
