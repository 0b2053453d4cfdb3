import { vat } from './taxes/rates.js';

export async function load(n) {
  console.log(vat);
  return import(`@site/locales/${n}.js`);
}
