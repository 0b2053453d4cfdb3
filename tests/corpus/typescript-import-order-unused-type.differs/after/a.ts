import rates from "rates";
import tax from "tax";
import { Rate } from "types";
export const f = () => tax.vat(rates);
