import { total } from "./total";

export const home = "./sh" + "op.json";

export const sum = total(2);
