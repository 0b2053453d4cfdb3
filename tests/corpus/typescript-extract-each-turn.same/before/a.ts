export function f(rows: Row[], later: Later) {
  let i = 0;
  while (i < rows.length) {
    const row = rows[i];
    later.push(() => row.size);
    i = i + 1;
  }
}
