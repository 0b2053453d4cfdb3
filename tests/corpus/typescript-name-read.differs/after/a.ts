export function f(rows: Row[]) {
  const order = (a: Row) => a.size;
  return rows.map(order).join(order.name);
}
