import { dec } from "x";

@dec
class Q {
  f() {
    return dec;
  }
}
export const z = new Q();
