export async function handle() {
  return 1;
}
