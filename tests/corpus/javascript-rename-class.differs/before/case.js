class Till {
  n = 1;
}
export function open() {
  const t = new Till();
  return t.constructor.name;
}
