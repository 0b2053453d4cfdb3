function total(goods: number) {
  return goods + 1;
}

export const run = (tasks: { fork(n: number): void }) => tasks.fork(total(2));
