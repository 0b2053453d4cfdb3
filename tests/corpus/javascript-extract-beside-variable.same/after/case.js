export function left(box, log) {
  const size = 10;
  return size - use(box, log);
}
function use(box, log) {
  const used = box.take();
  log(used);
  return used;
}
