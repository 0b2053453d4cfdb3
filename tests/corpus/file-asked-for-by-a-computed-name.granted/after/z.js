import { existsSync } from 'fs';
import { vat } from './rates.js';

console.log(vat, existsSync('taz.js'.replace('z', 'x')));
