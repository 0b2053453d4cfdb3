const box = {
  left: 1,
  area() {
    return grown(this);
  },
};
function grown(box) {
  return box.left + 1;
}
console.log(box.area());
