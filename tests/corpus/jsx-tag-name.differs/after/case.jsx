function f(b) {
  return <b>{b}</b>;
}
