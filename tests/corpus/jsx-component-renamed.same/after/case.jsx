import {h} from "./h.js";
export function show(x) {
  const Case = h(x);
  return <Case a={x} />;
}
