function f() {
  'use strict';
  g();;
}
