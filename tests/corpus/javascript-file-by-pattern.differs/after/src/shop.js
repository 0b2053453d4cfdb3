import { vat } from './rates.js';
console.log(vat(1));
