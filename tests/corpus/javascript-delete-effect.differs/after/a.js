export function drop(box, show) {
  return show(box.left, delete box.left);
}
