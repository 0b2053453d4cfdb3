import * as shop from './shop.js';
console.log(shop.gro\u0073s);
