import { net, gross } from './parts/tax';

export function total() {
  return net(1) + gross(2);
}
