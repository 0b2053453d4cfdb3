function area(size) {
  return (size.width / 2) * size.height;
}
console.log(area({ width: 4, height: 3 }));
