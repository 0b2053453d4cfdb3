export const load = function fetch(n) {
  return n ? fetch(n - 1) : 0;
};
