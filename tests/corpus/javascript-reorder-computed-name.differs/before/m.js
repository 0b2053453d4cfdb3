class A {
  [k()]() {}
  m() {}
}
export { A };
