import { spawn } from 'child_process';

export function show(commit) {
  return spawn('git', ['show', commit]);
}
