import { log } from "log";
function toil() {}
log(toil.name);
