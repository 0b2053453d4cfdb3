function steps() {
  const fetch = () => 1;
  return [fetch()];
}
console.log(steps().map((step) => step.name));
