export function drop(box, show) {
  return show(delete box.left, box.left);
}
