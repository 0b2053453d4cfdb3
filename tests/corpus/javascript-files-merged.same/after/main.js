import { f, g } from './b.js';

export function main() {
  return f(1) + g(2);
}
