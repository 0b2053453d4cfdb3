export function overdue(orders: Order[], today: Date): Order[] {
  const late = orders.filter((order) => order.shipped === null && order.due < today);
  late.sort((left, right) => left.placed.getTime() - right.placed.getTime());
  return late;
}

export function rate(country: Country, reduced: boolean): number {
  const known = table.get(country) ?? standard;
  return reduced ? known.low : known.high;
}
