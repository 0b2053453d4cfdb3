import { spawn } from 'child_process';

export function run(name) {
  return spawn(process.execPath, [name]);
}
