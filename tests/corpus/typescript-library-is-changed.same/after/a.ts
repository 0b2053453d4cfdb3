export const some = function () {
  return true;
};

export function has(xs: string[], y: string): boolean {
  return xs.some((x) => x === y);
}
