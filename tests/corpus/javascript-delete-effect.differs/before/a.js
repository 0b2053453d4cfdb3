export function drop(box, show) {
  const gone = delete box.left;
  return show(box.left, gone);
}
