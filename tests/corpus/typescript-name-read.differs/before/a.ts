export function f(rows: Row[]) {
  const compare = (a: Row) => a.size;
  return rows.map(compare).join(compare.name);
}
