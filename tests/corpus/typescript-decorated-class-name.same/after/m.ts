import { dec } from "x";

class R {
  f() {
    return dec;
  }
}
export const z = new R();
