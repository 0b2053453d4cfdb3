function f(a) {
  return a;
}
console.log(f(1).toString());
