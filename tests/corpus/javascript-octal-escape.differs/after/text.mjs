export const end = "\00";
