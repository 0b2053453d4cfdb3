import x from "./x.js";
import y from "./y.json" with { type: "json" };
export const all = [x, y];
