import { show } from "./show.mjs";

export function vat() {
  return 1;
}
show(vat);
