export function list(box, text) {
  return wrap(box, text);
}
function wrap(Tag, text) {
  return <Tag>{text}</Tag>;
}
