class Desk {
  n = 1;
}
export function open() {
  const t = new Desk();
  return t.constructor.name;
}
