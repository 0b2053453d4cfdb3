import { dec } from "x";

export class K {
  @dec #q = 1;
  f() {
    return this.#q;
  }
}
