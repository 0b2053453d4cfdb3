import { here } from "./where.js";
console.log(here());
