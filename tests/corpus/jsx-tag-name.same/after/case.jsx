function f(c) {
  return <a>{c}</a>;
}
