export function drop(box) {
  return delete box.left;
}
