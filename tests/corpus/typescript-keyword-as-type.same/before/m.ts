type q = number;
export const z: q = 1;
