export function fill(list, n) {
  for (let i = 0; i < n; i++) list.push(i)
}
