import { vat } from './shop.js';

export function both(net) {
  return vat(net) + 1;
}
