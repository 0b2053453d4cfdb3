const base = { kind: "a" };
function tell(thing) {
  thing.__proto__ = { kind: "b" };
  return thing.kind;
}
console.log(tell(Object.create(base)));
