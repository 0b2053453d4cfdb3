export function parse(text) {
  return text.split("\n");
}
