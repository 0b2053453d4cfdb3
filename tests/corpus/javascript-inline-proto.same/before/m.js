function area(size) {
  const half = size.width / 2;
  return half * size.height;
}
console.log(area({ width: 4, height: 3 }));
