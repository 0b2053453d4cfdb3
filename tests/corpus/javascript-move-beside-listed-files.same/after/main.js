import { readdirSync } from 'node:fs';
import { vat } from './vat.js';

const files = readdirSync('./demos');
console.log(files, vat(1));
