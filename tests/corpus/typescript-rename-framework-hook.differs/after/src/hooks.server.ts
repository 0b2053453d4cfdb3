export async function serve() {
  return 1;
}
