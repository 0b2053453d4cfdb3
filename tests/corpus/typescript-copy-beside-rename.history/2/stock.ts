export function free(item: Item): number {
  return item.quantity - item.held;
}

export function overdueItems(orders: Order[], today: Date): Order[] {
  const late = orders.filter((order) => order.shipped === null && order.due < today);
  late.sort((left, right) => left.placed.getTime() - right.placed.getTime());
  return late;
}
