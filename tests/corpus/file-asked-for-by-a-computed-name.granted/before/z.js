import { existsSync } from 'fs';
import { vat } from './tax.js';

console.log(vat, existsSync('taz.js'.replace('z', 'x')));
