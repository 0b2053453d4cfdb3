import x from "./x.js";
import y from "./y.json";
export const all = [x, y];
