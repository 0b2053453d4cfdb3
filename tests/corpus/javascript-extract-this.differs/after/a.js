const box = {
  left: 1,
  area() {
    return grown();
  },
};
function grown() {
  return this.left + 1;
}
console.log(box.area());
