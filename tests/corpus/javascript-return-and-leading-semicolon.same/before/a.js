export function reset(list) {
  if (!list.length) return
  ;[list.all] = [0]
}
