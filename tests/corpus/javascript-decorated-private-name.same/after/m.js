import { dec } from "x";

export class K {
  #r = 1;
  f() {
    return dec(this.#r);
  }
}
