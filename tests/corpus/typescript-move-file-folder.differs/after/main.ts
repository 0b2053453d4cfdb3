import { net, gross } from './pages/levy';

export function total() {
  return net(1) + gross(2);
}
