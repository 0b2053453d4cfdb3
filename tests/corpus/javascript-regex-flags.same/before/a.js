const word = /a/mig;

export function find(text) {
  return text.match(word);
}
