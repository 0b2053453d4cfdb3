import { spawnSync } from 'node:child_process';
import { vat } from './tax.js';

export function tag(n) {
  return spawnSync('npm', ['dist-tag', 'add', `shop@${n}`, String(vat)]);
}
