class A {
  #load = () => 1;
  g(told) { const x = this.#load; return x.name; }
}
export { A };
