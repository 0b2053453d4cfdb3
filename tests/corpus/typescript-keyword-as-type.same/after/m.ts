type R = number;
export const z: R = 1;
