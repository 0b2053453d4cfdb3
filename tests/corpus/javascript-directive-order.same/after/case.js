import { x } from './x.js';
function f() {
  return a;
}
let a = 1;
