export async function load(file: string): Promise<string> {
  const found = await read(file) as Found;
  return found.text;
}
