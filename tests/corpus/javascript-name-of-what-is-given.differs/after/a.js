function show(f) {
  return f.name;
}
function all(list) {
  const first = (one) => list.find(one);
  return show(first);
}
module.exports = all;
