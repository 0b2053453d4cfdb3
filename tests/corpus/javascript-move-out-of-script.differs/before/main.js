function here() {
  return typeof this;
}
console.log(here());
