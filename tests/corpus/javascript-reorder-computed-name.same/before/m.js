class A {
  [k()]() {}
  m() {}
  n() {}
}
export { A };
