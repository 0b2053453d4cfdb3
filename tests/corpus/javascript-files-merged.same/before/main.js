import { f } from './b.js';
import { g } from './c.js';

export function main() {
  return f(1) + g(2);
}
