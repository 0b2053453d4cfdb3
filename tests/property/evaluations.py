"""Random Python functions, small changes of them, and what running one shows.

Python is the reference: what has one digest must return, raise, call and change the same.
"""

import random
import sys

_HELP = """
def _h(u, v):
    if u is None:
        return v
    g(u)
    return u


def f(a, b, o, l, d):
    x = a
    y = b
    z = 0
    k = None
"""
_NAMES = ["x", "y", "z"]
_SWAPS = [
    (" + ", " - "), (" < ", " > "), (" < ", " <= "), (" and ", " or "), ("x", "y"), ("o.p", "o.q"),
    ("1", "2"), (" == ", " != "), ("not ", ""), ("l[0]", "l[1]"), ("a", "b"), ("x", "z"),
]  # fmt: skip
_MOST = 60  # calls and lines before a run is given up
_FIGURES = [0, 1, 2, 3]


class Programs:
    """Makes functions and changes of them."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def expression(self, depth=0):
        pick, r = self.random.choice, self.random.random()

        def inner():
            return self.expression(depth + 1)

        if depth > 2 or r < 0.3:
            return pick([*_NAMES, "a", "b", "1", "2", "0", "None", "True", "'s'"])
        forms = [
            (
                0.42,
                lambda: (
                    f"({inner()} {pick(['+', '-', '*', '//', '<', '<=', '==', '!='])} {inner()})"
                ),
            ),
            (0.5, lambda: f"g({inner()})"),
            (0.58, lambda: f"o.{pick('pq')}"),
            (0.62, lambda: f"l[{pick(['0', '1', 'a'])}]"),
            (0.66, lambda: f"(not {inner()})"),
            (0.72, lambda: f"({inner()} {pick(['and', 'or'])} {inner()})"),
            (0.77, lambda: f"({inner()} if {inner()} else {inner()})"),
            (0.8, lambda: f"[{inner()}]"),
            (0.83, lambda: f"({inner()}, {inner()})"),
            (0.86, lambda: "len(l)"),
            (0.89, lambda: f"_h({inner()}, {inner()})"),
            (0.93, lambda: f"[v for v in l if {pick(['v', 'v > a', 'g(v)', 'o.p'])}]"),
            (0.95, lambda: f"any(v == {pick(['a', 'o.p', '1'])} for v in l)"),
            (0.97, lambda: f"d.get({pick(['a', '1'])}, {inner()})"),
            (1.0, lambda: f"(lambda w: {pick(['w', 'x', 'g(w)', 'o.p'])})({inner()})"),
        ]
        return next(form for limit, form in forms if r < limit)()

    def block(self, indent, depth, count, in_loop=False):
        lines = []
        for _ in range(count):
            lines += self.statement(indent, depth, in_loop)
        return lines

    def statement(self, indent, depth, in_loop):  # noqa: C901, PLR0911, PLR0912 - a grammar
        pick, r, pad = self.random.choice, self.random.random(), "    " * indent
        some = self.random.randint(1, 2)
        if r < 0.28 or (depth >= 3 and r > 0.63):
            return [f"{pad}{pick(_NAMES)} = {self.expression()}"]
        if r < 0.36:
            return [f"{pad}{pick(_NAMES)} {pick(['+=', '-=', '*='])} {self.expression(1)}"]
        if r < 0.44:
            return [f"{pad}o.{pick('pq')} = {self.expression(1)}"]
        if r < 0.47:
            return [f"{pad}l[{pick(['0', '1'])}] = {self.expression(1)}"]
        if r < 0.5:
            return [f"{pad}l.append({self.expression(1)})"]
        if r < 0.56 or (not depth and r < 0.63):
            return [f"{pad}g({self.expression(1)})"]
        if r < 0.6:
            return [f"{pad}return {self.expression()}"]
        if r < 0.63:
            return [f"{pad}raise KeyError({self.expression(1)})"]
        if r < 0.8:
            lines = [
                f"{pad}if {self.expression()}:",
                *self.block(indent + 1, depth + 1, some, in_loop),
            ]
            if self.random.random() < 0.5:
                lines += [f"{pad}else:", *self.block(indent + 1, depth + 1, some, in_loop)]
            return lines
        if r < 0.86:
            subject = pick(["l", "range(a)", "range(3)", "enumerate(l)", "list(l)"])
            body = self.block(indent + 1, depth + 1, some, in_loop=True)
            return [f"{pad}for {pick([*_NAMES, 'i'])} in {subject}:", *body]
        if r < 0.89:
            body = self.block(indent + 1, depth + 1, some, in_loop=True)
            return [f"{pad}while {pick(['x < 3', 'tick()'])}:", *body, f"{pad}    x += 1"]
        if r < 0.93:
            kind = pick(["KeyError", "TypeError", "(KeyError, IndexError)", "Exception"])
            lines = [f"{pad}try:", *self.block(indent + 1, depth + 1, some, in_loop)]
            lines += [f"{pad}except {kind}:", *self.block(indent + 1, depth + 1, 1, in_loop)]
            if self.random.random() < 0.3:
                lines += [f"{pad}finally:", *self.block(indent + 1, depth + 1, 1)]
            return lines
        if r < 0.95 or not in_loop:
            return [f"{pad}k = lambda: {pick(_NAMES)}"]
        return [pad + pick(["break", "continue"])]

    def function(self):
        """The lines of a function's body."""
        end = self.random.choice(["x", "y", "(x, y, z)", "o.p", "k()", "l", "[x, y]"])
        return [*self.block(1, 0, self.random.randint(2, 5)), f"    return {end}"]

    def changed(self, lines):
        """The lines with a small change, as people and mistakes make them."""
        made, r = list(lines), self.random.random()
        at = self.random.randrange(len(made))
        pad = " " * (len(made[at]) - len(made[at].lstrip()))
        if r < 0.25 and at + 1 < len(made):
            made[at], made[at + 1] = made[at + 1], made[at]
        elif r < 0.32 and len(made) > 1:
            del made[at]
        elif r < 0.42:
            made.insert(at, pad + self.random.choice(made).lstrip())
        elif r < 0.6:
            one, other = self.random.choice(_SWAPS)
            made[at] = made[at].replace(one, other, 1)
        elif r < 0.7 and " = " in made[at]:
            target, value = made[at].split(" = ", 1)
            made[at : at + 1] = [f"{pad}q = {value}", f"{target} = q"]
        elif r < 0.8 and made[at].lstrip().startswith("if "):
            made[at : at + 1] = [f"{pad}q = {made[at].strip()[3:-1]}", f"{pad}if q:"]
        elif r < 0.9:
            made[at] = (
                made[at][4:] if self.random.random() < 0.5 and len(pad) > 4 else "    " + made[at]
            )
        elif made[at].lstrip().startswith("if "):
            made[at] = f"{pad}if not {made[at].strip()[3:-1]}:"
        return made

    def inputs(self, count=10):
        """Arguments, and a seed for what `g` does."""

        def one():
            if self.random.random() < 0.3:
                return self.random.choice([None, "s", "", True])
            return self.random.choice(_FIGURES)

        for _ in range(count):
            items = [one() for _ in range(self.random.randint(0, 3))]
            yield one(), one(), (one(), one()), items, {1: one(), 2: one()}, self.random.random()


def source(lines):
    """A module with the function."""
    return _HELP + "\n".join(lines) + "\n"


class Record:
    """What `o` is."""

    def __init__(self, p, q):
        self.p, self.q = p, q


class _TooLongError(Exception):
    pass


class Run:
    """One run of a function: what it returned or raised, called, and left."""

    def __init__(self, text, given):
        a, b, o, items, d, seed = given
        self.random, self.kept, self.names, self.log = random.Random(seed), [], {}, []
        self.steps = 0
        self.o, self.l, d = Record(*o), list(items), dict(d)
        for one in (self.o, self.l, d):
            self.shown(one)
        space = {"g": self._g, "tick": self._tick}
        exec(compile(text, "m", "exec"), space)
        sys.settrace(self._trace)
        try:
            self.result = ("return", self.shown(space["f"](a, b, self.o, self.l, d)))
        except (_TooLongError, RecursionError):
            self.result = None
        except Exception as error:  # noqa: BLE001 - whatever the function raises
            self.result = ("raise", type(error).__name__)
        finally:
            sys.settrace(None)
        self.left = [self.shown(one) for one in (self.o, self.l, d)]

    def _trace(self, frame, event, arg):
        self.steps += 1
        if self.steps > _MOST * 50:
            raise _TooLongError
        return self._trace

    def _tick(self):
        self.log.append("tick")
        if len(self.log) > _MOST:
            raise _TooLongError
        return self.random.random() < 0.6

    def _g(self, value):
        self.log.append(f"g {self.shown(value)} {self.whole(self.o)} {self.whole(self.l)}")
        if len(self.log) > _MOST:
            raise _TooLongError
        r = self.random.random()
        if r < 0.1:
            self.o.p = self.random.choice([1, None, 5])
        elif r < 0.2:
            self.l.append(self.random.choice([1, 0]))
        elif r < 0.25:
            raise IndexError
        elif r < 0.35 and isinstance(value, list):
            value.append(9)
        return self.random.choice([0, 1, None, value, "s", 2])

    def whole(self, value):
        if isinstance(value, Record):
            return f"{self.shown(value.p)},{self.shown(value.q)}"
        return ",".join(self.shown(one) for one in value)

    def shown(self, value):
        """A value as a text: objects by the order in which they were first seen."""
        if isinstance(value, int | str | float | type(None)):
            return repr(value)
        if isinstance(value, tuple):
            return "(" + ",".join(self.shown(one) for one in value) + ")"
        if id(value) in self.names:
            return f"@{self.names[id(value)]}"
        self.names[id(value)] = len(self.names)
        self.kept.append(value)
        if isinstance(value, list):
            return "[" + ",".join(self.shown(one) for one in value) + "]"
        if isinstance(value, Record):
            return f"<{self.whole(value)}>"
        return type(value).__name__
