import { Q } from "./a.js";

export const z = new Q().size;
