import { vat } from './tax.js';

export async function load(n) {
  console.log(vat);
  return import(`./locales/${n}.js`);
}
