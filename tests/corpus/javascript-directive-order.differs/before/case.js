'use strict';
function f() {
  return this;
}
f();
