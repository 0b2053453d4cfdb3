export const load = function find(n) {
  return n ? find(n - 1) : 0;
};
