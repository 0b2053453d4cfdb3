import * as tasks from "child_process";

function total(goods: number) {
  return goods + 1;
}

export const run = (path: string) => tasks.fork(path, [`${total(2)}`]);
