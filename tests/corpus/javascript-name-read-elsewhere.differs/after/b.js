import { R } from "./a.js";

export const z = new R().constructor.name;
