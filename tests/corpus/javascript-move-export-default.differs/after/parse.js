export default function parse(text) {
  return text.split("\n");
}
