export function use(list, key) {
  const item = list[key];
  return typeof item === "function" ? item(key) : item;
}
