import {each} from "./each.js";
export function sum(list) {
  let n = 0;
  add(list, n);
  return n;
}
function add(list, n) {
  each(list, (x) => {
    n += x;
  });
}
