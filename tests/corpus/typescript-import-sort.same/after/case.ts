import { a } from "./a";
import { b, c } from "./b";
export const all = [a, b, c];
