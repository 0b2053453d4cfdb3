import { x } from './x.js';
let a = 1;
function f() {
  return a;
}
