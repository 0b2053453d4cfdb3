"""JavaScript: `var` without a value, and code that stands in statements of the top level."""


def _pair(name, label, before, after):
    end = "\nmodule.exports = { f };\n"
    return name, label, {"m.js": before + end}, {"m.js": after + end}


def _typed(name, label, before, after, result="number"):
    head = f"export function f(a: number[], o: string[]): {result} {{ "
    return name, label, {"m.ts": head + before + " }\n"}, {"m.ts": head + after + " }\n"}


_ALL = "for (let i = 0; i < a.length; i++) { "
_WHERE = _ALL + "if (a[i] > 5) { return i; } } return -1;"
_NUMBERED = "for (const [i, x] of a.entries()) { o.push(`${i} ${x}`); } return 0;"
_GET = "function f() {}\nf.prototype.get = function (a) {\n  "

PAIRS = [
    _pair(
        "a var without a value", "same",
        "function f(a) { var v; if (a) { v = 1; } return v; }",
        "function f(a) { if (a) { return 1; } return undefined; }",
    ),
    _pair(
        "a var in each round of a loop", "differs",
        "function f(a) { for (const x of a) { var v; if (x) { v = 1; } g(v); } }",
        "function f(a) { for (const x of a) { if (x) { g(1); } else { g(undefined); } } }",
    ),
    _pair(
        "a var behind its store", "differs",
        "function f(a) { v = a; var v; return v; }",
        "function f(a) { return undefined; }",
    ),
    _pair(
        "a var that a parameter is", "differs",
        "function f(v) { var v; return v; }",
        "function f(v) { return undefined; }",
    ),
    _pair(
        "a var that a function below stores to", "differs",
        "function f(a) { g(); var v; return v; function g() { v = 2; } }",
        "function f(a) { g(); return undefined; function g() { const v = 2; } }",
    ),
    _pair(
        "a condition turned around in a method of a prototype", "same",
        _GET + "if (this.has(a)) { this.hits += 1; return this.at(a); }\n  this.missed(a);\n"
        "  return null;\n};",
        _GET + "if (!this.has(a)) { this.missed(a); return null; }\n  this.hits += 1;\n"
        "  return this.at(a);\n};",
    ),
    _pair(
        "a condition turned around in a method of a prototype, but for one effect", "differs",
        _GET + "if (this.has(a)) { this.hits += 1; return this.at(a); }\n  this.missed(a);\n"
        "  return null;\n};",
        _GET + "this.hits += 1;\n  if (!this.has(a)) { this.missed(a); return null; }\n"
        "  return this.at(a);\n};",
    ),
    _typed("numbers and elements", "same", _ALL + "o.push(`${i} ${a[i]}`); } return 0;", _NUMBERED),
    _typed(
        "numbers and elements, by a function", "same",
        _ALL + "console.log(`${i} ${a[i]}`); } return 0;",
        "a.forEach((x, i) => console.log(`${i} ${x}`)); return 0;",
    ),
    _typed(
        "numbers and elements from the second on", "differs",
        "for (let i = 1; i < a.length; i++) { o.push(`${i} ${a[i]}`); } return 0;", _NUMBERED,
    ),
    _typed(
        "numbers and the elements after them", "differs",
        _ALL + "o.push(`${i} ${a[i + 1]}`); } return 0;", _NUMBERED,
    ),
    _typed(
        "elements read after the list has changed", "differs",
        _ALL + "o.push(`${i}`); a.pop(); o.push(`${a[i]}`); } return 0;",
        "for (const [i, x] of a.entries()) { o.push(`${i}`); a.pop(); o.push(`${x}`); } return 0;",
    ),
    _typed(
        "a list that grows while elements are numbered", "differs",
        _ALL + "o.push(`${i} ${a[i]}`); if (i < 3) { a.push(1); } } return 0;",
        "a.forEach((x, i) => { o.push(`${i} ${x}`); if (i < 3) { a.push(1); } }); return 0;",
    ),
    _typed("where the first stands", "same", _WHERE, "return a.findIndex((x) => x > 5);"),
    _typed(
        "where the first stands, by its number", "same",
        _ALL + "if (a[i] > i) { return i; } } return -1;", "return a.findIndex((x, i) => x > i);",
    ),
    _typed("where another stands", "differs", _WHERE, "return a.findIndex((x) => x >= 5);"),
    _typed("where the last stands", "differs", _WHERE, "return a.findLastIndex((x) => x > 5);"),
    _typed(
        "where the first stands, and else another number", "differs",
        _ALL + "if (a[i] > 5) { return i; } } return 0;", "return a.findIndex((x) => x > 5);",
    ),
    _typed(
        "where the first stands in a list that grows", "differs",
        _ALL + "a.push(1); if (a[i] > 5) { return i; } } return -1;",
        "return a.findIndex((x) => { a.push(1); return x > 5; });",
    ),
    _typed(
        "the first by its number", "same",
        _ALL + "if (a[i] > i) { return a[i]; } } return undefined;",
        "return a.find((x, i) => x > i);", "number | undefined",
    ),
    _typed(
        "the first by a number that is not given", "differs",
        "return a.find((x, i) => i === 2);", "return a.find((x) => undefined === 2);",
        "number | undefined",
    ),
]  # fmt: skip
