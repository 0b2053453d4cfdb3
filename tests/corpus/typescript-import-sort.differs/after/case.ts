import { a } from "./a";
import "./setup";
export const all = [a];
