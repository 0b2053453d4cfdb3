import rates from "rates";
import tax from "tax";
import type { Rate } from "types";
export const f = () => tax.vat(rates);
