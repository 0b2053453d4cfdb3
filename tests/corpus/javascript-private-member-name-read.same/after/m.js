class A {
  #read = () => 1;
  g(x) { return [this.#read(), x.name]; }
}
export { A };
