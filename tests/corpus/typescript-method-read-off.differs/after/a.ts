export function area(shape: Shape) {
  const size = shape.size!;
  return size() * 2;
}
