import { type T, b } from "./b";
export const all: T[] = [b];
