export function free(item: Item): number {
  return item.quantity - item.held;
}
