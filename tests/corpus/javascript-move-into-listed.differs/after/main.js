import * as shop from './shop.js';

console.log(Object.keys(shop));
