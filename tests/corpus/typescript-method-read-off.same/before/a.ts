export function area(shape: Shape) {
  return shape.size!() * 2;
}
