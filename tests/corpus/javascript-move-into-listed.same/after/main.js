import * as shop from './shop.js';

console.log(shop.one());
