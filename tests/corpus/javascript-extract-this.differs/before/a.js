const box = {
  left: 1,
  area() {
    return this.left + 1;
  },
};
console.log(box.area());
