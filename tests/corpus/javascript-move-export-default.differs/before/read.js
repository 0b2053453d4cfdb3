export function read(text) {
  return parse(text);
}
function parse(text) {
  return text.split("\n");
}
