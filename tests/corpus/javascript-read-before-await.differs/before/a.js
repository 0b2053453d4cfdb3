let limit = 1;
async function load(page) {
  const size = await page;
  return [limit, size];
}
export const first = load(1);
limit = 100;
