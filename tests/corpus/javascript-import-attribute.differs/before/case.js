import y from "./y.json" with { type: "json" };
import x from "./x.js";
export const all = [x, y];
