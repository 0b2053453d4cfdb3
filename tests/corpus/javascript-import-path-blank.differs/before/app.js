import "./set up.js";
import { run } from "./run.js";
run();
