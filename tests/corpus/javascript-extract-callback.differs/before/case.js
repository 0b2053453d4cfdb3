import {each} from "./each.js";
export function sum(list) {
  let n = 0;
  each(list, (x) => {
    n += x;
  });
  return n;
}
