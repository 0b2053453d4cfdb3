"""JavaScript: `var` without a value, and code that stands in statements of the top level."""


def _pair(name, label, before, after):
    end = "\nmodule.exports = { f };\n"
    return name, label, {"m.js": before + end}, {"m.js": after + end}


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
]  # fmt: skip
