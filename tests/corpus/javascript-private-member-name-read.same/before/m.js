class A {
  #load = () => 1;
  g(x) { return [this.#load(), x.name]; }
}
export { A };
