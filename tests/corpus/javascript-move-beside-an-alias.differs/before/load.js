import { vat } from './taxes/tax.js';

export async function load(n) {
  console.log(vat);
  return import(`@locales/${n}.js`);
}
