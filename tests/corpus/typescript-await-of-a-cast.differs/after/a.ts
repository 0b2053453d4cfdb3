export async function load(file: string): Promise<string> {
  const found = (read(file)) as Found;
  return found.text;
}
