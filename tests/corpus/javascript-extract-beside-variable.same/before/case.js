export function left(box, log) {
  const used = box.take();
  log(used);
  return 10 - used;
}
