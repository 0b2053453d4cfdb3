function f(b) {
  return b;
}
console.log(f.toString());
