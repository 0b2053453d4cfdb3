const word = /a/gim;

export function find(text) {
  return text.match(word);
}
