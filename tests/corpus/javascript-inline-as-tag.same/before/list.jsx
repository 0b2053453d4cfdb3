export function list(Box, text) {
  return wrap(Box, text);
}
function wrap(Tag, text) {
  return <Tag>{text}</Tag>;
}
