export const vat = 1;
