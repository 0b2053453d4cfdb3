function f(a) {
  return a;
}
console.log(f.toString());
