// Runs pairs of CommonJS modules: reads {id, before, after} a line of JSON on stdin, calls `f` of
// both on the same arguments, each in a fresh context, and prints {id, before, after} where what
// they return, throw (as an error), print or leave behind differs. Endless runs are cut off on
// both sides alike, and say nothing.
const vm = require("vm");
const lines = require("fs").readFileSync(0, "utf8").split("\n").filter(Boolean);
const ARGUMENTS = ["1, 2", "'x', 3", "null, 0", "0, [1]", "[1], undefined", "-1, 's'"];

function outcome(text, given) {
  const context = vm.createContext({ module: { exports: {} } });
  try {
    vm.runInContext(text, context, { timeout: 200 });
  } catch (error) {
    return error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT" ? null : "unreadable";
  }
  let result;
  try {
    result = vm.runInContext(`JSON.stringify([module.exports.f(${given})]) || "?"`, context, { timeout: 200 });
  } catch (error) {
    if (error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return null;
    result = "error";
  }
  return result + vm.runInContext("JSON.stringify(module.exports.state())", context);
}

for (const line of lines) {
  const { id, before, after } = JSON.parse(line);
  for (const given of ARGUMENTS) {
    const found = [outcome(before, given), outcome(after, given)];
    if (found[0] !== found[1] && !found.includes(null)) {
      process.stdout.write(JSON.stringify({ id, given, before: found[0], after: found[1] }) + "\n");
      break;
    }
  }
}
