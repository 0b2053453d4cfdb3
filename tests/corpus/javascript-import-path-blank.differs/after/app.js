import "./setup.js";
import { run } from "./run.js";
run();
