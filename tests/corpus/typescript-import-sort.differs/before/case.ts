import "./setup";
import { a } from "./a";
export const all = [a];
