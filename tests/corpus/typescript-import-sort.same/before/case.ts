import { b } from "./b";
import { a } from "./a";
import { c } from "./b";
export const all = [a, b, c];
