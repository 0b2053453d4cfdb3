const a = 1, b = 2;
export { a, b };
