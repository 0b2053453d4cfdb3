class A {
  #n = 1;
  get() {
    return this.#n;
  }
}
