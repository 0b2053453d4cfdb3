export function width(box) {
  const style = box?.style;
  return style.width;
}
