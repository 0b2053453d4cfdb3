function steps() {
  const load = () => 1;
  return [load];
}
console.log(steps().map((step) => step.name));
