let limit = 1;
async function load(page) {
  return show(limit, await page);
}
export const first = load(1);
function show(a, b) {
  return [a, b];
}
