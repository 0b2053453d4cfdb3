import { log } from "log";
function work() {}
log(work.size);
