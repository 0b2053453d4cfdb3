export function left(box, log) {
  const used = box.take();
  log(used);
  return box.size - used;
}
