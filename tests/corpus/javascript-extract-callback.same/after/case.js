import {each} from "./each.js";
export function sum(list) {
  return total(list);
}
function total(list) {
  let n = 0;
  each(list, (x) => {
    n += x;
  });
  return n;
}
