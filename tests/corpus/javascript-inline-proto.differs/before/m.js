const base = { kind: "a" };
function tell(thing) {
  const kind = thing.kind;
  thing.__proto__ = { kind: "b" };
  return kind;
}
console.log(tell(Object.create(base)));
