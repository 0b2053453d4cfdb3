const a = 1, b = 2;
export { b as a, a as b };
