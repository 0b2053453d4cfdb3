function till() {
  return 1;
}
function show(f) {
  return f.name;
}
export function open() {
  return show(till);
}
