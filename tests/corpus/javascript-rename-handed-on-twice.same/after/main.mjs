import { show } from "./show.mjs";

export function tax() {
  return 1;
}
show(tax);
