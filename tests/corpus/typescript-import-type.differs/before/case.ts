import { type T } from "./b";
export const all: T[] = [];
