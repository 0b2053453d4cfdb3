export function check(node: Node, text: string): boolean {
    return [node.texts as readonly { text?: string; }[]].includes(text);
}
