import { log } from "./log.js";
import { here } from "./where.js";
log(here());
