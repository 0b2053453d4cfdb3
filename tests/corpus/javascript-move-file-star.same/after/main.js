import { net, gross } from './levy.js';

export function total() {
  return net(1) + gross(2);
}
