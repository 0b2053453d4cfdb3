import { net } from './tax.js';
import { gross } from './tax.js';

export function total() {
  return net(1) + gross(2);
}
