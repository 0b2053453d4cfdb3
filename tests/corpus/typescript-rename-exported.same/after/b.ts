import { length } from "./a";
export const n = length("x");
