import { size } from "./a";
export const n = size("x");
