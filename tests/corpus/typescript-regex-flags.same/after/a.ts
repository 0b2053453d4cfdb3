const word = /a/gim;

export function find(text: string) {
  return text.match(word);
}
