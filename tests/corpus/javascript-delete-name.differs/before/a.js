export function drop(box) {
  const left = box.left;
  return delete left;
}
