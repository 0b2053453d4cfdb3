export function size(key) {
  return key.length;
}
