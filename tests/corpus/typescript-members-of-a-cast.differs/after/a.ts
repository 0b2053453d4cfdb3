export function check(node: Node, text: string): boolean {
    return [node.text as readonly { text?: string; }[]].includes(text);
}
