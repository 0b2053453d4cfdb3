import { net, gross } from './tax.js';

export function total() {
  return net(1) + gross(2);
}
