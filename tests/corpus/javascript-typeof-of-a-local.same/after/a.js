export function use(list, key) {
  const item = list[key];
  return called(item, key);
}

function called(item, key) {
  return typeof item === "function" ? item(key) : item;
}
