import { f } from "./f.js";

f(`<!-- a`);
