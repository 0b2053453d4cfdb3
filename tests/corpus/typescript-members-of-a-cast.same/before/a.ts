export function check(node: Node, text: string): boolean {
  const all = [node.texts as readonly { text?: string }[]];
  return all.includes(text);
}
