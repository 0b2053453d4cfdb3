const word = /a/gi;

export function find(text: string) {
  return text.match(word);
}
