function show(f) {
  return f.name;
}
function all(list) {
  const found = (one) => list.find(one);
  return show(found);
}
module.exports = all;
