export const load = function fetch() {
  return arguments.callee.name;
};
