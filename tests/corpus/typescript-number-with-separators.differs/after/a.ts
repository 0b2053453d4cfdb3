export function check(text: string): boolean {
    return [limit(1000)].includes(text);
}
