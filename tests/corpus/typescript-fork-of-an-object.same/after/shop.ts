import { total } from "./total";

export const run = (tasks: { fork(n: number): void }) => tasks.fork(total(2));
