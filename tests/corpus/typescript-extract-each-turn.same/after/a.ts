export function f(rows: Row[], later: Later) {
  let i = 0;
  while (i < rows.length) {
    const row = rows[i];
    keep(row);
    i = i + 1;
  }

  function keep(row: any) {
    later.push(() => row.size);
  }
}
