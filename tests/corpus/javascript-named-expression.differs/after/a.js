export const load = function find() {
  return arguments.callee.name;
};
