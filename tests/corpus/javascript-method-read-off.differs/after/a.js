export function area(shape) {
  const size = shape.size;
  return size() * 2;
}
