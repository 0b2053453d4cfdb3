import { dec } from "x";

@dec
class R {
  f() {
    return dec;
  }
}
export const z = new R();
