"""Programs of JavaScript as trees of tuples `(kind, ...)`, and what is asked of such trees.

Every program ends, or is cut off; errors are as likely as results. What is chosen comes from a
random number generator.
"""

from __future__ import annotations

LOCALS = ("a", "b", "c", "d")
HEADER = """\
"use strict";
let G = 3;
const out = [];
const box = { n: 0, get m() { return this.n; } };
function log(...list) { out.push(JSON.stringify(list) || "?"); return list[0]; }
function bump(x) { G += 1; box.n += 1; return x; }
function tick() { bump(0); return G < 9; }
"""
FOOTER = "module.exports = { f: (a, b) => new Till().f(a, b), state: () => [G, box.n, out] };\n"

_ALL = tuple(("name", name) for name in LOCALS)
_START = (
    ("let", "let", "c", ("text", "0")),
    ("let", "let", "d", ("text", "1")),
    ("let", "const", "later", ("list", ())),
)
# Where a kind has the names of variables, besides ("name", NAME).
_NAMES = {"let": 2, "set": 1, "of": 1, "take": 2, "assign": 1, "inc": 1}
EXPRESSIONS = frozenset(
    (
        "name",
        "text",
        "binary",
        "not",
        "choice",
        "call",
        "method",
        "get",
        "object",
        "list",
        "arrow",
        "template",
        "assign",
        "inc",
        "maybe",
    )
)
_SIMPLE = frozenset(("let", "set", "do", "store", "take"))


# ---------------------------------------------------------------------- programs


class Writer:
    def __init__(self, rng):
        self.rng = rng

    def value(self, depth=2):
        """An expression: pure, printing, changing shared state, or made of closures."""
        pick = self.rng.choice
        if depth == 0 or self.rng.random() < 0.3:
            return pick(
                (
                    ("name", pick(LOCALS)),
                    ("name", pick(LOCALS)),
                    ("text", pick(("1", "2", "'s'", "null"))),
                    ("text", "G"),
                    ("get", ("text", "this"), "k"),
                    ("text", "RATE"),
                )
            )
        one, two = self.value(depth - 1), self.value(depth - 1)
        name = pick(LOCALS)
        return pick(
            (
                (
                    "binary",
                    pick(("+", "-", "*", "&&", "||", "??", "===", "==", "!==", "<")),
                    one,
                    two,
                ),
                ("not", one),
                ("choice", one, two, ("name", name)),
                ("call", "log", (one,)),
                ("call", "log", (one, two)),
                ("call", "bump", (one,)),
                ("call", pick(("one", "two")), (one, two)),
                ("method", ("text", "this"), pick(("g", "h")), (one,)),
                ("get", ("text", "box"), "m"),
                ("template", (one, two)),
                ("list", (one, two)),
                ("get", ("object", ((name, ("name", name)),)), name),
                ("method", ("list", (one, two)), "map", (("arrow", name, two),)),
                ("assign", name, one),
                ("inc", name, pick((True, False))),
                ("maybe", one, "length"),
            )
        )

    def statement(self, depth):
        """One statement."""
        pick, name, value = self.rng.choice, self.rng.choice(LOCALS), self.value()
        if depth == 0 or self.rng.random() < 0.65:
            return pick(
                (
                    ("set", name, "=", value),
                    ("set", name, pick(("=", "+=")), value),
                    ("do", ("call", "log", (value,))),
                    ("store", pick(("this.k", "box.n", "G")), value),
                    ("return", value)
                    if self.rng.random() < 0.2
                    else ("do", ("call", "log", (value,))),
                    ("do", value),
                    ("take", name, name, ("object", ((name, value),))),
                    (
                        "do",
                        (
                            "method",
                            ("text", "later"),
                            "push",
                            (("arrow", "", ("call", "log", (("name", name),))),),
                        ),
                    ),
                    (
                        "do",
                        (
                            "method",
                            ("text", "later"),
                            "forEach",
                            (("arrow", "x", ("call", "x", ())),),
                        ),
                    ),
                )
            )
        one, two = self.block(depth - 1), self.block(depth - 1)
        return pick(
            (
                ("if", value, one, two),
                ("if", value, one, ()),
                ("if", value, (*one, ("return", self.value(1))), two),
                ("of", name, ("list", (value, ("text", "1"))), one),
                ("try", one, two),
                (
                    "while",
                    ("binary", "&&", ("call", "log", (("name", name),)), ("call", "tick", ())),
                    one,
                ),
            )
        )

    def block(self, depth):
        """Some statements."""
        return tuple(self.statement(depth) for _ in range(self.rng.randint(1, 3)))

    def helper(self, name):
        """A function of the file, without an object of its own."""
        ends = {"one": ("one", "two"), "two": ("two",)}[name]  # nobody calls himself
        body = (*_START, *self.block(0), ("return", ("list", _ALL)))
        return ("function", name, ("a", "b"), _without(ends, body))

    def program(self):
        """(functions of the file, methods of the class)."""
        calls = tuple(
            ("do", ("call", "log", (("call", name, _ALL[:2]),))) for name in ("one", "two")
        )
        body = (*_START, *self.block(2), *calls, *self.block(1), ("return", ("list", _ALL)))
        plain = ("function", "g", ("x",), (("return", ("name", "x")),))
        own = (("store", "this.k", ("name", "a")), ("return", ("name", "a")))
        methods = (("function", "f", ("a", "b"), body), plain, ("function", "h", ("a",), own))
        return ("program", (self.helper("one"), self.helper("two")), methods, "RATE")


def _without(functions, node):
    """A tree in which nobody has an object of his own, or calls some functions."""
    if not isinstance(node, tuple):
        return node
    if node[:1] == ("method",) and node[1] == ("text", "this"):
        return ("call", "log", _without(functions, node[3]))
    if node[:1] == ("call",) and node[1] in functions:
        return ("call", "log", _without(functions, node[2]))
    if node == ("text", "this"):
        return ("text", "box")
    if node[:1] == ("store",) and node[1] == "this.k":
        return ("store", "box.n", _without(functions, node[2]))
    return tuple(_without(functions, part) for part in node)


# ---------------------------------------------------------------------- text


class Text:
    """How a version is spelled: quotes, brackets and semicolons as one likes them."""

    def __init__(self, quotes="'", brackets=False):
        self.quotes = quotes
        self.brackets = brackets

    def program(self, node):
        """The text of a whole module."""
        _, functions, methods, rate = node
        lines = [f"const {rate} = 7;"]
        for function in functions:
            lines += self.function(function, "function ")
        lines += ["class Till {", "  constructor() { this.k = 1; }"]
        for method in methods:
            lines += ["  " + line for line in self.function(method, "")]
        return HEADER + "\n".join([*lines, "}"]) + "\n" + FOOTER

    def function(self, node, word):
        """The lines of a function or method."""
        _, name, parameters, body = node
        return [f"{word}{name}({', '.join(parameters)}) {{", *self.block(body), "}"]

    def block(self, body):
        """The lines of some statements, indented."""
        return ["  " + line for one in body for line in self.lines(one)]

    def lines(self, node):  # noqa: PLR0911 - one kind a line
        """The lines of a statement."""
        kind, *rest = node
        if kind == "let":
            return [f"{rest[0]} {rest[1]} = {self.of(rest[2])};"]
        if kind == "set":
            return [f"{rest[0]} {rest[1]} {self.of(rest[2])};"]
        if kind == "store":
            return [f"{rest[0]} = {self.of(rest[1])};"]
        if kind == "take":
            pattern = rest[0] if rest[0] == rest[1] else f"{rest[0]}: {rest[1]}"
            return [f"({{ {pattern} }} = {self.of(rest[2])});"]
        if kind == "return":
            return [f"return {self.of(rest[0])};"]
        if kind == "if":
            tail = ["} else {", *self.block(rest[2])] if rest[2] else []
            return [f"if ({self.of(rest[0])}) {{", *self.block(rest[1]), *tail, "}"]
        if kind == "of":
            return [f"for ({rest[0]} of {self.of(rest[1])}) {{", *self.block(rest[2]), "}"]
        if kind == "while":
            return [f"while ({self.of(rest[0])}) {{", *self.block(rest[1]), "}"]
        if kind == "try":
            return ["try {", *self.block(rest[0]), "} catch {", *self.block(rest[1]), "}"]
        text = self.of(rest[0])
        return [f"({text});" if text[:1] in "{'\"`" else f"{text};"]

    def of(self, node):
        """The text of an expression."""
        kind, *rest = node
        return getattr(self, f"_{kind}")(*rest)

    def _name(self, word):
        return word

    def _text(self, text):
        return text.replace("'", self.quotes)

    def _binary(self, sign, one, two):
        text = f"{self.inner(one)} {sign} {self.inner(two)}"
        return f"({text})" if self.brackets else text

    def _not(self, one):
        return f"!{self.inner(one)}"

    def _choice(self, one, two, three):
        return f"{self.inner(one)} ? {self.inner(two)} : {self.inner(three)}"

    def _call(self, function, given):
        return f"{function}({self._row(given)})"

    def _method(self, one, name, given):
        return f"{self.inner(one)}.{name}({self._row(given)})"

    def _get(self, one, name):
        return f"{self.inner(one)}.{name}"

    def _maybe(self, one, name):
        return f"{self.inner(one)}?.{name}"

    def _object(self, pairs):
        texts = ((key, self.inner(one)) for key, one in pairs)
        return f"({{ {', '.join(k if k == one else f'{k}: {one}' for k, one in texts)} }})"

    def _list(self, given):
        return f"[{self._row(given)}]"

    def _arrow(self, name, one):
        return f"({name}) => {self.inner(one)}"

    def _template(self, given):
        return "`" + "-".join(f"${{{self.of(one)}}}" for one in given) + "`"

    def _assign(self, name, one):
        return f"({name} = {self.inner(one)})"

    def _inc(self, name, is_first):
        return f"++{name}" if is_first else f"{name}++"

    def _row(self, given):
        return ", ".join(map(self.inner, given))

    def inner(self, node):
        """The text of an expression inside another one."""
        text = self.of(node)
        plain = node[0] in {"name", "text", "call", "method", "get", "list", "template", "object"}
        return text if plain or (text[:1] == "(" and node[0] != "arrow") else f"({text})"


# ---------------------------------------------------------------------- trees


def places_of(node, is_wanted, path=()):
    """Paths of the nodes that something holds for."""
    found = [path] if node[:1] and isinstance(node[0], str) and is_wanted(node) else []
    for at, part in enumerate(node):
        if isinstance(part, tuple):
            found += places_of(part, is_wanted, (*path, at))
    return found


def node_at(node, path):
    """The node at a path."""
    for at in path:
        node = node[at]
    return node


def with_new(node, path, new):
    """A tree with another node at a path."""
    if not path:
        return new
    at = path[0]
    return (*node[:at], with_new(node[at], path[1:], new), *node[at + 1 :])


def renamed(node, former, new, keeps=lambda: False):
    """A tree in which a variable has another name; `keeps` says where one does not."""
    if not isinstance(node, tuple) or not node:
        return node
    parts = [renamed(part, former, new, keeps) for part in node]
    kind = node[0] if isinstance(node[0], str) else ""
    at = 1 if kind in {"name", "arrow"} else _NAMES.get(kind)
    if at is not None and node[at] == former and not keeps():
        parts[at] = new
    if kind == "function" and former in node[2]:
        parts[2] = tuple(new if name == former else name for name in node[2])
    return tuple(parts)


def names_in(node):
    """The variables that a tree names."""
    found = set()
    for path in places_of(node, lambda one: one[0] in {"name", "arrow", *_NAMES}):
        one = node_at(node, path)
        found.add(one[1 if one[0] in {"name", "arrow"} else _NAMES[one[0]]])
    return found


def stored_in(node):
    """The variables that a tree stores to."""
    kinds = ("let", "set", "of", "take", "assign", "inc")
    paths = places_of(node, lambda one: one[0] in kinds)
    return {node_at(node, path)[_NAMES[node_at(node, path)[0]]] for path in paths}


def has_kind(node, *kinds):
    """Whether a tree has a node of one of some kinds."""
    return bool(places_of(node, lambda one: one[0] in kinds))


def blocks_of(node):
    """Paths of the lists of statements."""
    return [
        (*path, at)
        for path in places_of(node, lambda one: one[0] in {"function", "if", "of", "while", "try"})
        for at, part in enumerate(node_at(node, path))
        if isinstance(part, tuple)
        and part
        and isinstance(part[0], tuple)
        and len(part[0]) > 1
        and part[0][0] not in EXPRESSIONS
        and isinstance(part[0][0], str)
    ]
