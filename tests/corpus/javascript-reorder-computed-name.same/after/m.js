class A {
  [k()]() {}
  n() {}
  m() {}
}
export { A };
