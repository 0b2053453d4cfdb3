export function drop(box) {
  const gone = delete box.left;
  return gone;
}
