const word = /a/mig;

export function find(text: string) {
  return text.match(word);
}
