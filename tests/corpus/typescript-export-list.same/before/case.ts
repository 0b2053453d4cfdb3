const a = 1, b = 2;
export { b, a };
