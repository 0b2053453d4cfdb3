const word = /a/gi;

export function find(text) {
  return text.match(word);
}
