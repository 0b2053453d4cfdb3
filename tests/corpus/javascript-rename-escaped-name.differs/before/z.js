import * as shop from './shop.js';
console.log(shop.v\u0061t);
