function f(b) {
  return <a>{b}</a>;
}
