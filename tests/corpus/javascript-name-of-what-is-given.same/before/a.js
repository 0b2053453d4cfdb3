function show(f) {
  return f.name;
}
function all(list) {
  const found = list.find((one) => one.id);
  return show(found);
}
module.exports = all;
