"""Careless refactorings of JavaScript: some keep behaviour, many do not.

The counterpart of `extractions.py`, with what JavaScript has of its own: block scopes, closures,
shorthand properties, results in objects, default values, methods and `this`. A run of statements
becomes a function (inside, beside, or a method), an expression a constant, a local gets another
name; what is passed, returned and renamed is drawn at random, with a lean towards what is right.
"""

from __future__ import annotations

import random
import re

LOCALS = ("a", "b", "c", "d")
_LOCAL = re.compile(r"(?<![\w.])[a-d]\b")

HEADER = """\
"use strict";
let G = 3;
const out = [];
const box = { n: 0, get m() { return this.n; } };
function log(...list) { out.push(JSON.stringify(list) || "?"); return list[0]; }
function bump(x) { G += 1; box.n += 1; return x; }
function tick() { bump(0); return G < 9; }
"""
FOOTER = "\nmodule.exports = { f: (a, b) => new Till().f(a, b), state: () => [G, box.n, out] };\n"


class _Writer:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def value(self, depth: int = 2) -> str:
        """An expression: pure, printing, changing shared state, or made of closures."""
        pick = self.rng.choice
        if depth == 0 or self.rng.random() < 0.3:
            return pick([*LOCALS, *LOCALS, "1", "2", "'s'", "G", "this.k"])
        one, two = self.value(depth - 1), self.value(depth - 1)
        name = pick(LOCALS)
        return pick((
            f"{one} + {two}", f"({one} - {two})", f"({one}) * 2", f"log({one})",
            f"log({one}, {two})", f"[{one}, {two}].length", f"({one} ? {two} : {one})",
            f"({one} && {two})", "box.m",
            f"bump({one})", f"`${{{one}}}`", f"(({name}) => {name} + {two})({one})",
            f"[1, 2].map(({name}) => {name} + {pick(LOCALS)}).join()", f"log({{{name}}}).{name}",
            f"this.g({one})", f"({one} ?? {two})",
        ))  # fmt: skip

    def lines(self, depth: int) -> list[str]:
        """One statement."""
        pick, name = self.rng.choice, self.rng.choice(LOCALS)
        if depth == 0 or self.rng.random() < 0.7:
            return [pick((
                f"{name} = {self.value()};", f"{name} += {self.value()};", f"log({self.value()});",
                f"box.n = {self.value()};", f"return {self.value()};", f"this.k = {self.value(1)};",
                f"{name} = {self.value()};", f"later.push(() => log({name}));",
                f"({{{name}}} = {{{name}: {self.value(1)}}});", "later.forEach((x) => x());",
            ))]  # fmt: skip
        head = pick((
            f"if ({self.value()}) {{", f"for ({name} of [{self.value()}, 1]) {{", "try {",
            f"while (log({name}) && tick()) {{",
        ))  # fmt: skip
        found = [head, *("  " + line for line in self.block(depth - 1)), "}"]
        if head == "try {":
            found[-1:] = ["} catch {", *("  " + line for line in self.block(depth - 1)), "}"]
        return found

    def block(self, depth: int) -> list[str]:
        """Some statements."""
        return [line for _ in range(self.rng.randint(1, 3)) for line in self.lines(depth)]


def _groups(lines: list[str]) -> list[list[str]]:
    found: list[list[str]] = []
    for line in lines:
        if line[:1] in (" ", "}"):
            found[-1].append(line)
        else:
            found.append([line])
    return found


def _flat(groups: list[list[str]]) -> list[str]:
    return [line for group in groups for line in group]


def _program(body: list[str], *, method: list[str] = (), beside: list[str] = ()) -> str:  # type: ignore[assignment]
    """A class with the method `f`, maybe another method, and a function beside it."""
    inner = [
        "f(a, b) {",
        "  let c = 0, d = 1;",
        "  const later = [];",
        *("  " + x for x in body),
        "}",
    ]
    lines = ["class Till {", "  constructor() { this.k = 1; }", "  g(x) { return x; }"]
    lines += ["  " + line for line in (*inner, *method)]
    return HEADER + "\n".join([*lines, "}", *beside]) + FOOTER


def _called(seed: int, place: str) -> tuple[str, str]:
    rng = random.Random(f"{place}{seed}")
    writer = _Writer(rng)
    groups = _groups(writer.block(2) + writer.block(2))
    first = rng.randrange(len(groups))
    last = rng.randrange(first, min(len(groups), first + 3))
    head, run, tail = groups[:first], groups[first : last + 1], groups[last + 1 :]
    text = "\n".join(_flat(run))
    used = sorted(set(_LOCAL.findall(text)))
    stored = [n for n in used if re.search(rf"(?<![\w.]){n}(?: \+?= |\}} = | of )", text)]
    later = set(_LOCAL.findall("\n".join(_flat(tail))))
    results = [n for n in stored if n in later or rng.random() < 0.1]
    if place == "inside" and rng.random() < 0.8:
        used, results = [], []
    passed = [n for n in used if rng.random() < 0.95]
    if rng.random() < 0.1:
        rng.shuffle(passed)
    given = [n if rng.random() < 0.93 else writer.value(1) for n in passed]
    if "later" in text and rng.random() < 0.9 and place != "inside":
        passed.append("later")
        given.append("later")
    body = _flat(run)
    name = "this.part" if place == "method" else "part"
    call = f"{name}({', '.join(given)})"
    if ("return " in text or not tail) and rng.random() < 0.8:
        stand = [f"return {call};"]
    elif len(results) == 1 and rng.random() < 0.8:
        body, stand = [*body, f"return {results[0]};"], [f"{results[0]} = {call};"]
    elif results and rng.random() < 0.95:
        record = "{ " + ", ".join(results) + " }"
        body, stand = [*body, f"return {record};"], [f"({record} = {call});"]
    else:
        stand = [f"{call};"]
    if rng.random() < 0.3:
        new = {n: f"p_{n}" for n in passed if n != "later"}
        body = [_LOCAL.sub(lambda m: new.get(m[0], m[0]), line) for line in body]
        passed = [new.get(n, n) for n in passed]
    function = [f"part({', '.join(passed)}) {{", *("  " + line for line in body), "}"]
    caller = [*_flat(head), *stand, *_flat(tail)]
    before = _program(_flat(groups))
    if place == "method":
        return before, _program(caller, method=function)
    function[0] = "function " + function[0]
    if place == "inside":
        return before, _program([*caller, *function])
    return before, _program(caller, beside=function)


def beside(seed: int) -> tuple[str, str]:
    """(module before, module after): a run of statements as a function of the file."""
    return _called(seed, "beside")


def inside(seed: int) -> tuple[str, str]:
    """The same, as a function inside the method, which sees its variables."""
    return _called(seed, "inside")


def method(seed: int) -> tuple[str, str]:
    """The same, as another method of the class."""
    return _called(seed, "method")


def constant(seed: int) -> tuple[str, str]:
    """An expression as a constant, at the statement that has it or before."""
    rng = random.Random(f"constant{seed}")
    writer = _Writer(rng)
    groups = _groups(writer.block(2) + writer.block(2))
    at = rng.randrange(len(groups))
    line = groups[at][0]
    pieces = list(
        re.finditer(r"\b(?:log|bump|this\.g)\([^()]*\)|[a-d] \+ [a-d1]|\bbox\.m|\bG\b", line)
    )
    if not pieces:
        return _program(_flat(groups)), _program(["const v = a;", *_flat(groups)])
    piece = rng.choice(pieces)
    new = line[: piece.start()] + "v" + line[piece.end() :]
    if rng.random() < 0.3:
        new = line.replace(piece[0], "v")
    place = at if rng.random() < 0.8 else rng.randrange(at + 1)
    after = [*groups[:at], [new, *groups[at][1:]], *groups[at + 1 :]]
    after.insert(place, [f"const v = {piece[0]};"])
    return _program(_flat(groups)), _program(_flat(after))


def renamed(seed: int) -> tuple[str, str]:
    """A local under another name, at all places or nearly."""
    rng = random.Random(f"renamed{seed}")
    writer = _Writer(rng)
    lines = writer.block(2) + writer.block(2)
    name = rng.choice(("c", "d"))
    share = rng.choice((1, 1, 0.9))
    target = rng.choice(("e", "e", "a", "log", "k"))

    def new(match: re.Match[str]) -> str:
        if match[0] != name or rng.random() > share:
            return match[0]
        return target

    def one(line: str) -> str:
        if rng.random() < 0.8:  # shorthands keep their property
            line = re.sub(rf"\{{{name}\}}", f"{{{name}: {name}}}", line)
        parts = re.split(r"(\{[a-d]: )", line)
        return "".join(
            p if p.startswith("{") and p.endswith(": ") else _LOCAL.sub(new, p) for p in parts
        )

    before = _program(lines)
    after = _program([one(line) for line in lines])
    declared = "let c = 0, d = 1;"
    return before, after.replace(
        declared, _LOCAL.sub(lambda m: target if m[0] == name else m[0], declared)
    )


KINDS = (beside, inside, method, constant, renamed)
