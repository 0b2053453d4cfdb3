function f() {
  return this;
}
'use strict';
f();
