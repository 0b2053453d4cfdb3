class A {
  #read = () => 1;
  g(told) { const x = this.#read; return x.name; }
}
export { A };
