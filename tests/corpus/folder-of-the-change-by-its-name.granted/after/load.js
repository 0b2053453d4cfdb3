import { vat } from './rates.js';

export async function load(n) {
  console.log(vat);
  return import(`../locales/${n}.js`);
}
