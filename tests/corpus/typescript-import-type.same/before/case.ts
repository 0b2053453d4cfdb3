import { b, type T } from "./b";
export const all: T[] = [b];
