import { total } from "./total";

export const home = "./sh" + "op.web";

export const sum = total(2);
