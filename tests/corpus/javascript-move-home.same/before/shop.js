import { vat } from './tax.js';

export function gross(net) {
  return net + vat(net);
}
