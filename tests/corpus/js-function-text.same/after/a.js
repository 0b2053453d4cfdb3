function f(b) {
  return b;
}
console.log(f(1).toString());
