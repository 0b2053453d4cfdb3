export function width(box) {
  return (box?.style).width;
}
