import { net, gross } from './parts/levy';

export function total() {
  return net(1) + gross(2);
}
