export function list(box, text) {
  return <box>{text}</box>;
}
