let limit = 1;
async function load(page) {
  return [limit, await page];
}
export const first = load(1);
limit = 100;
