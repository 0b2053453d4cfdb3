type interface = number;
export const z: interface = 1;
