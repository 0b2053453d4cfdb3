import { dec } from "x";

export class K {
  @dec #r = 1;
  f() {
    return this.#r;
  }
}
