import { dec } from "x";

class Q {
  f() {
    return dec;
  }
}
export const z = new Q();
