class A {
  m() {}
  [k()]() {}
}
export { A };
