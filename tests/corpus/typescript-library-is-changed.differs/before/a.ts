Array.prototype.some = function () {
  return true;
};

export function has(xs: string[], y: string): boolean {
  for (const x of xs) {
    if (x === y) {
      return true;
    }
  }
  return false;
}
