let limit = 1;
async function load(page) {
  const size = await page;
  return show(limit, size);
}
export const first = load(1);
function show(a, b) {
  return [a, b];
}
