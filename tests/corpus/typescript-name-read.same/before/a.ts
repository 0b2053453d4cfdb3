export function f(rows: Row[]) {
  const first = rows[0];
  return rows.map((row) => row.name + row.name).join(first.name);
}
