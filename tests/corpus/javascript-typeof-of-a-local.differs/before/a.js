export function use(list, key) {
  return typeof item === "function" ? item(key) : item;
}
