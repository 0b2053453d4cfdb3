// Reads pairs of programs, [before, after] a line of JSON on stdin, and answers with the syntax
// trees of both as texts, null for what is no program: those of the parser that node brings along,
// without what says nothing about what is executed (positions, empty statements, spelling of
// literals, quotes of keys, the grouping of `a && (b && c)`, a chain in brackets that goes on with
// `?.`, where it ends for the same values).
// Run with: node --expose-internals javascript_trees.cjs
const acorn = require("internal/deps/acorn/acorn/dist/acorn");
const vm = require("vm");
const lines = require("readline").createInterface({ input: process.stdin });
const LEFT_OUT = new Set(["type", "start", "end", "raw"]);

function flat(node, operator) {
  return node.type === "LogicalExpression" && node.operator === operator
    ? [...flat(node.left, operator), ...flat(node.right, operator)]
    : [shown(node)];
}

function items(node) {
  return node.type === "SequenceExpression" ? node.expressions.flatMap(items) : [shown(node)];
}

function unchained(node) {
  for (const name of ["object", "callee"]) {
    if (node.optional && node[name]?.type === "ChainExpression") {
      return { ...node, [name]: unchained(node[name].expression) };
    }
  }
  return node;
}

function shown(node) {
  if (Array.isArray(node)) return node.filter((n) => n?.type !== "EmptyStatement").map(shown);
  if (typeof node === "bigint" || node instanceof RegExp) return String(node);
  if (node === null || typeof node !== "object") return node;
  if (node.type === "LogicalExpression") return [node.operator, ...flat(node, node.operator)];
  if (node.type === "SequenceExpression") return [",", ...items(node)];
  const found = [node.type];
  for (const [name, value] of Object.entries(unchained(node))) {
    if (LEFT_OUT.has(name)) continue;
    const isKey = name === "key" && !node.computed && value.type === "Literal";
    found.push([name, isKey ? ["Identifier", ["name", String(value.value)]] : shown(value)]);
  }
  return found;
}

function read(text) {
  try {
    new vm.Script(text); // what the engine refuses is no program
    return JSON.stringify(shown(acorn.parse(text, { ecmaVersion: "latest" })));
  } catch {
    return null;
  }
}

lines.on("line", (line) => console.log(JSON.stringify(JSON.parse(line).map(read))));
