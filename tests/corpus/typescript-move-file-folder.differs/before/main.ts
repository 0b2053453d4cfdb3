import { net, gross } from './pages/tax';

export function total() {
  return net(1) + gross(2);
}
