export async function run(name) {
  const found = await import("./a.js");
  return found[name]("abc");
}
