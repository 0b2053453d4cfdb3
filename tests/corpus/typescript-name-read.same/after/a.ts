export function f(rows: Row[]) {
  const first = rows[0];
  return rows.map((item) => item.name + item.name).join(first.name);
}
