export function name(o) {
  const value = empty();
  const { text = value } = read(o);
  return text;
}
