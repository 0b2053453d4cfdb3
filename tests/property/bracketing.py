"""Statements full of brackets that may be redundant, and careless edits to brackets and line ends.

The expressions are drawn from a seed, half of them in brackets. An edit takes a pair of brackets
away, adds or drops a comma, and in JavaScript a semicolon, the end of a line or a pair of braces:
often the program is another one afterwards, and now and then none at all.
"""

# ruff: noqa: E501 - forms are read by line

from __future__ import annotations

import random

NAMES = "abcxy"
_BRACKETED = 0.45  # of the expressions; most edits then have something to take away


class Grammar:
    """Forms of one language. `«»` is an expression, `«n»` a name, `«x»` one of `operators["x"]`."""

    def __init__(self, atoms, operators, forms, statements, around):
        self.atoms = atoms
        self.operators = operators
        self.forms = forms
        self.statements = statements
        self.around = around  # what a statement stands in

    def statement(self, rng):
        """One statement, with expressions up to three deep."""
        return self._filled(rng, rng.choice(self.statements), rng.choice((1, 1, 2, 2, 3)))

    def expression(self, rng, depth):
        if depth <= 0 or rng.random() < 0.04:
            text = rng.choice(self.atoms)
        else:
            text = self._filled(rng, rng.choice(self.forms), depth - 1)
        return f"({text})" if rng.random() < _BRACKETED else text

    def _filled(self, rng, form, depth):
        """A form with all of its places filled, from left to right."""
        out, rest = "", form
        while "«" in rest:
            head, _, rest = rest.partition("«")
            kind, _, rest = rest.partition("»")
            if kind == "":
                made = self.expression(rng, depth)
            elif kind == "n":
                made = rng.choice(NAMES)
            elif kind == "s":  # inside a text: no quotes of that kind, no backslash
                made = self.expression(rng, depth).replace('"', "'").replace("\\", "")
            else:
                made = rng.choice(self.operators[kind])
            out += head + made
        return out + rest


_PYTHON_ATOMS = (
    *NAMES, "1", "0x1F", "1.5", '"s"', "'t'", 'f"{a}"', 'b"x"', r'r"\d"', '"p" "q"', "None", "...",
    "a.b", "a[b]", "f(a)", "()", "[]", "{}", "[a, b]", "{a: b}", "(a, b)", "(a,)", "{a, b}",
)  # fmt: skip
PYTHON = Grammar(
    _PYTHON_ATOMS,
    {
        "+": ("+", "-", "*", "/", "//", "%", "@", "<<", ">>", "&", "|", "^", "**"),
        "<": ("<", ">", "==", "!=", "in", "not in", "is", "is not"),
        "and": ("and", "or"),
        "-": "-+~",
        "lambda": ("", " a", " *a", " a=1"),
        "format": ("", "!r", ":>5", ":{a}"),
        "atom": _PYTHON_ATOMS,
    },
    (
        "«» «+» «»", "«» «<» «»", "«» «and» «»", "not «»", "«-»«»", "«» if «» else «»",
        "lambda«lambda»: «»", "await «»", "(«n» := «»)", "[«» for «n» in «»]",
        "(«» for «n» in «» if «»)", "f(«», «»)", "f(*«», k=«», **«»)", "«atom»[«»]", "«atom»[«»:«»]",
        "«atom»[«», «»]", "(«», «»)", "[*«», «»]", "{**«», 'k': «»}", 'f"{«s»«format»}"',
        "(yield «»)", "(yield)", "(«»).a", "(«»)(«»)", "f(«» for a in «»)",
    ),
    (
        "return «»", "x = «»", "x = y = «»", "«»", "a, b = «», «»", "return «», «»", "assert «», «»",
        "assert «»", "raise «»", "raise «» from «»", "del a, b[«»]", "for a in «»:\n        pass",
        "for a, b in «», «»:\n        pass", "with «»:\n        pass", "with «» as a:\n        pass",
        "with «», «»:\n        pass", "while «»:\n        pass",
        "if «»:\n        pass\n    elif «»:\n        pass", "x += «»", "x: int = «»",
        "@«»\n    def g(a=«»): pass", "class K(«»): pass",
        "try:\n        pass\n    except «»:\n        pass",
        "match «»:\n        case a if «»: pass", "print(«»)", "async for a in «»:\n        pass",
        "async with «» as a:\n        pass", "x = yield «»", "x: «» = 1", "a.b, (c) = «»",
        "«atom»[«»] = «»", "def g(a: «») -> «»: pass",
    ),
    "async def f(a, b):\n    {}\n",
)  # fmt: skip

_JAVASCRIPT_ATOMS = (
    *NAMES, "1", "0x1F", "1.5", '"s"', "'t'", "`t${a}`", "`p`", "null", "a.b", "a[b]", "a?.b", "f(a)",
    "[]", "[a, b]", "({a, b})", "({a: b})", "/r/g", "this", "function () {}", "class {}", "() => a",
    "x => {}", "a++", "new a", "new a(b)", "async () => a", '"use strict"',
)  # fmt: skip
JAVASCRIPT = Grammar(
    _JAVASCRIPT_ATOMS,
    {
        "+": ("+", "-", "*", "/", "%", "**", "<<", ">>>", "&", "|", "^", "<", ">", "<=", "==",
              "===", "!=", "in", "instanceof"),
        "&&": ("&&", "||", "??"),
        "-": ("-", "+", "~", "typeof ", "void ", "delete "),
        "++": ("++", "--"),
        "=": ("+=", "||=", "??=", "**="),
        "atom": _JAVASCRIPT_ATOMS,
    },
    (
        "«» «+» «»", "«» «&&» «»", "«» «&&» «» «&&» «»", "!«»", "«-»«»", "«» ? «» : «»", "(«n» = «»)",
        "«n» = «»", "«», «»", "[«», ...«»]", "f(«», «»)", "f(...«»)", "«atom»[«»]", "«atom»?.[«»]",
        "(«»).a", "(«»)?.a", "(«»)(«»)", "(«»)`q`", "new («»)(«»)", "new («»)",
        "({a: «», [«»]: «», 'b': 1})", "`u${«»}v`", "(a, b) => «»", "a => («»)", "async a => «»",
        "(a) => { return «» }", "await «»", "(yield «»)", "«++»a", "a«++»", "«n» «=» «»",
        "(«»).b?.c.d", "(«»)?.b().c",
    ),
    (
        "return «»;", "return «»", "let q = «»;", "const [p, q] = «», r = «»;", "«»;", "«»\n«»",
        "throw «»;", "if («») «»; else «»;", "if («») { «» }", "for (let i = «»; «»; «») «»;",
        "for (const i of «») {}", "for (i in «») ;", "while («») «»;", "do «»; while («»)\n«»",
        "switch («») { case «»: «»; default: }", "label: «»;", "try { «» } catch { «» }",
        "function g(a = «», ...b) { «» }",
        "class K extends («») { a = «»; [«»]() {}; static { «» } get b() { return «» } }",
        "'use strict'; «»", "var q = «»\n«»", "g(«») ;", "x = function () { «» }",
        "if («») if («») «»; else «»;",
    ),
    "async function* f(a, b) {{\n  {}\n}}\n",
)  # fmt: skip


def python_pair(seed):
    """A function of one statement before and after an edit of its brackets or commas."""
    return _pair(
        PYTHON, seed, (_unbracketed, _unbracketed, _unbracketed, _comma_added, _comma_dropped)
    )


def javascript_pair(seed):
    """The same in JavaScript, where the ends of lines and statements are edited as well."""
    moves = (
        *(_unbracketed,) * 4, _comma_added, _semicolon_dropped, _line_broken, _line_joined, _unbraced,
    )  # fmt: skip
    return _pair(JAVASCRIPT, seed, moves)


def _pair(grammar, seed, moves):
    rng = random.Random(seed)
    before = grammar.statement(rng)
    after = before
    for _ in range(rng.choice((1, 1, 2))):
        after = rng.choice(moves)(rng, after)
    return grammar.around.format(before), grammar.around.format(after)


def _places(text, kinds):
    return [at for at, character in enumerate(text) if character in kinds]


def _replaced(rng, text, kinds, pieces):
    """One character of some kinds replaced by one of some pieces."""
    places = _places(text, kinds)
    if not places:
        return text
    at = rng.choice(places)
    return text[:at] + rng.choice(pieces) + text[at + 1 :]


def _unbracketed(rng, text):
    opened, pairs = [], []
    for at, character in enumerate(text):
        if character == "(":
            opened.append(at)
        elif character == ")" and opened:
            pairs.append((opened.pop(), at))
    if not pairs:
        return text
    first, last = rng.choice(pairs)
    return text[:first] + rng.choice(("", "", " ")) + text[first + 1 : last] + text[last + 1 :]


def _comma_added(rng, text):
    places = _places(text, ")]")
    if not places:
        return text
    at = rng.choice(places)
    return text[:at] + "," + text[at:]


def _comma_dropped(rng, text):
    return _replaced(rng, text, ",", ("",))


def _semicolon_dropped(rng, text):
    return _replaced(rng, text, ";", ("", "\n"))


def _line_broken(rng, text):
    return _replaced(rng, text, " ", ("\n",))


def _line_joined(rng, text):
    return _replaced(rng, text, "\n", (" ", ";\n", "\n;"))


def _unbraced(rng, text):
    places = _places(text, "{}")
    if len(places) < 2:
        return text
    first = rng.choice(places[:-1])
    last = max(places)
    return text[:first] + text[first + 1 : last] + text[last + 1 :]
