import { net } from './tax.js';
import { gross } from './levy.js';

export function total() {
  return net(1) + gross(2);
}
