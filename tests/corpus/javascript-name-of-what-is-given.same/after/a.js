function show(f) {
  return f.name;
}
function all(list) {
  const first = list.find((one) => one.id);
  return show(first);
}
module.exports = all;
