import { dec } from "x";

export class K {
  #q = 1;
  f() {
    return dec(this.#q);
  }
}
