import {h} from "./h.js";
export function show(x) {
  const box = h(x);
  return <box a={x} />;
}
