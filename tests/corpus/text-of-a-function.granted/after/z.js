import { f } from './a.js';
console.log(`${f}`);
