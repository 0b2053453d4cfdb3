export function total(goods: number) {
  return goods + 1;
}
