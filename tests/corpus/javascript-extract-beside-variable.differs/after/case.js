export function left(box, log) {
  const size = box.size;
  return size - use(box, log);
}
function use(box, log) {
  const used = box.take();
  log(used);
  return used;
}
