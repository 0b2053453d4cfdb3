import { vat } from './shop.js';

export function gross(net) {
  return net + vat(net);
}
