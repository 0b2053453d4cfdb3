import { log } from "./log.js";
function here() {
  return typeof this;
}
log(here());
