import tax from "tax";
import type { Rate } from "types";
import rates from "rates";
export const f = () => tax.vat(rates);
