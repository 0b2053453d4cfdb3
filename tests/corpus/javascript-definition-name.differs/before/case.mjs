import { log } from "log";
function work() {}
log(work.name);
