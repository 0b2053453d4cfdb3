"""Careless extractions and inlinings of Python code: some keep behaviour, many do not.

A run of statements becomes a function (or an expression a variable) without asking whether that
is right: which names are passed, what is returned and where the call stands is drawn at random,
with a lean towards what a careful person would do, so that both kinds come about.
"""

from __future__ import annotations

import random
import re

NAMES = ("a", "b", "c", "d")
_WORD = re.compile(r"\b[a-d]\b")
_PIECE = re.compile(r"\b(?:log|bump)\(([^()]*)\)|\b[a-d] \+ [a-d1]|\bbox\.n\b|\bG\b")
ADDRESS = re.compile(r" at 0x[0-9a-f]+")  # of a function that is shown, never the same twice


def _expression(rng, depth=2):
    """A pure expression, a call that prints, or a look at shared state."""
    if depth == 0 or rng.random() < 0.3:
        return rng.choice([*NAMES, *NAMES, "1", "2", "'s'", "G"])
    one, two = _expression(rng, depth - 1), _expression(rng, depth - 1)
    return rng.choice([
        f"{one} + {two}", f"({one} - {two})", f"({one}) * {two}", f"log({one})",
        f"log({one}, {two})",
        f"[{one}, {two}]", f"{one} if {two} else {one}", f"{one} and {two}", f"box.n + {two}",
        f"bump({one})", f"[{rng.choice(NAMES)} for {rng.choice(NAMES)} in ({one}, {two})]",
    ])  # fmt: skip


def _statement(rng, depth):
    """Lines of one statement."""
    name = rng.choice(NAMES)
    simple = [
        f"{name} = {_expression(rng)}", f"{name} += {_expression(rng)}", f"log({_expression(rng)})",
        f"box.n = {_expression(rng)}", f"{name}, {rng.choice(NAMES)} = {_expression(rng)}, 1",
        f"return {_expression(rng)}", f"{name} = {_expression(rng)}", f"bump({name})",
        f"later.append(lambda: log({name}))", "[x() for x in later]", f"del {name}",
        f"assert {rng.choice(NAMES)} < {_expression(rng, 1)} < {_expression(rng, 1)}",
        f"later[{_expression(rng, 1)}:] = [{_expression(rng, 1)}]",
        f"log(box.n, bump({name}))", f"{name} = G + bump({rng.choice(NAMES)})",
    ]  # fmt: skip
    if depth == 0 or rng.random() < 0.7:
        return [rng.choice(simple)]
    head = rng.choice([
        f"if {_expression(rng)}:", f"for {name} in ({_expression(rng)}, 1):", "try:",
        f"while log({name}) and tick():", f"with quiet({_expression(rng, 1)}) as {name}:",
        f"def {name}({rng.choice(NAMES)}):", f"with quiet({name}), quiet({_expression(rng, 1)}):",
    ])  # fmt: skip
    lines = [head, *("    " + line for line in _block(rng, depth - 1))]
    if head == "try:":
        lines += ["except Exception:", *("    " + line for line in _block(rng, depth - 1))]
    elif rng.random() < 0.3 and not head.startswith(("with", "def")):
        lines += ["else:", *("    " + line for line in _block(rng, depth - 1))]
    return lines


def _block(rng, depth):
    return [line for _ in range(rng.randint(1, 3)) for line in _statement(rng, depth)]


def _groups(lines):
    """Line groups of the statements of a block, which starts at no indentation."""
    groups = []
    for line in lines:
        if line[:1] == " " or line.startswith(("else:", "except ")):
            groups[-1].append(line)
        else:
            groups.append([line])
    return groups


def _parted(rng, groups):
    """Lines before a run of at most three statements, of it, and behind it."""
    first = rng.randrange(len(groups))
    last = rng.randrange(first, min(len(groups), first + 3))
    parts = groups[:first], groups[first : last + 1], groups[last + 1 :]
    return [[line for group in part for line in group] for part in parts]


def _used_in(run):
    """The variables of a run of lines, and those that it stores to."""
    text = "\n".join(run)
    used = sorted(set(_WORD.findall(text)))
    return used, [n for n in used if re.search(rf"\b{n}\b[^=\n]*?(?:\+?=|in\b)(?!=)", text)]


PRELUDE = """\
G = 3
out = []


class box:
    n = 0


def log(*args):
    out.append(args)
    print(*args)
    return args[0]


def bump(x):
    global G
    G += 1
    box.n += 1
    return x


def tick():
    bump(0)
    return G < 9


class quiet:
    def __init__(self, x):
        log(x)
        self.x = x

    def __enter__(self):
        return self.x

    def __exit__(self, *found):
        log("left")
        return self.x == 1


later = []

"""


def _indented(lines, by="    "):
    return "".join(f"{by}{line}\n" for line in lines)


def extraction(seed):
    """(module before, module after): a run of statements as a function, carelessly."""
    rng = random.Random(seed)
    groups = _groups(_block(rng, 2) + _block(rng, 2))
    head, run, tail = _parted(rng, groups)
    used, stored = _used_in(run)
    later = set(_WORD.findall("\n".join(tail)))
    results = [n for n in stored if n in later or rng.random() < 0.1]
    passed = [n for n in used if rng.random() < 0.95]
    is_tail = any("return" in line for line in run) or (not tail and rng.random() < 0.5)
    if rng.random() < 0.1 and len(passed) > 1:
        rng.shuffle(passed)
    arguments = [n if rng.random() < 0.9 else _expression(rng, 1) for n in passed]
    call = f"_part({', '.join(arguments)})"
    body = list(run)
    if is_tail and rng.random() < 0.9:
        call_lines = [f"return {call}"]
    elif results and rng.random() < 0.95:
        body.append(f"return {', '.join(results)}")
        call_lines = [f"{', '.join(results)} = {call}"]
    else:
        call_lines = [call]
    if rng.random() < 0.1:
        tail, call_lines = call_lines, tail
    renamed = {n: n for n in passed}
    if rng.random() < 0.3:
        renamed = {n: f"p_{n}" for n in passed}
        body = [_WORD.sub(lambda m: renamed.get(m[0], m[0]), line) for line in body]
    parameters = ", ".join(dict.fromkeys(renamed[n] for n in passed))
    before = f"{PRELUDE}\ndef f(a, b):\n" + _indented([line for group in groups for line in group])
    after = (
        f"{PRELUDE}\ndef f(a, b):\n{_indented([*head, *call_lines, *tail])}"
        f"\n\ndef _part({parameters}):\n{_indented(body)}"
    )
    return before, after


def renamed_extraction(seed):
    """(module before, module after): an extraction with a variable of the caller called otherwise.

    Carelessly: the new name may be another variable's, and stand from some line on only.
    """
    rng = random.Random(seed)
    before, after = extraction(rng.randrange(1 << 32))
    start = after.index("def f(a, b):")
    end = after.index("\n\ndef _part")
    lines = after[start:end].split("\n")
    old = rng.choice([n for n in "cccddda" if n in re.findall(r"\w+", "".join(lines[1:]))] or NAMES)
    new = f"{old}_new" if rng.random() < 0.9 else rng.choice(NAMES)
    with_name = [at for at, line in enumerate(lines) if at and re.search(rf"\b{old}\b", line)]
    first = rng.choice(with_name[:1] * 9 + with_name) if with_name else len(lines)
    renamed = [
        re.sub(rf"\b{old}\b", new, line) if at >= first else line for at, line in enumerate(lines)
    ]
    return before, after[:start] + "\n".join(renamed) + after[end:]


def inner_extraction(seed):
    """(module before, module after): a run of statements of a loop, `try` or `with`, carelessly."""
    rng = random.Random(seed)
    earlier = ["c, d = 0, 1", *_block(rng, 0)] if rng.random() < 0.7 else _block(rng, 0)
    later = [*_block(rng, 1), f"return {rng.choice(NAMES)}"]
    groups = _groups(_block(rng, 1) + _block(rng, 1))
    head, run, tail = _parted(rng, groups)
    used, stored = _used_in(run)
    read = set(_WORD.findall("\n".join([*tail, *later])))
    results = [n for n in stored if rng.random() < (0.7 if n in read else 0.1)]
    passed = [n for n in used if rng.random() < (0.5 if n in stored else 0.97)]
    call = f"_part({', '.join(passed)})"
    body = list(run)
    if results:
        body.append(f"return {', '.join(results)}")
        call = f"{', '.join(results)} = {call}"
    opening = rng.choice([
        ["for d in (a, b):"], ["for _ in (1, 2):"], ["while tick():"], ["try:"], ["try:"],
        [f"with quiet({rng.choice(NAMES)}):"],
    ])  # fmt: skip
    closing = []
    if opening == ["try:"]:
        closing = [rng.choice(["except Exception:", "finally:"])]
        closing += ["    " + line for line in _block(rng, 0)]

    def module(inner):
        block = ["    " + line for line in inner]
        lines = [*earlier, *opening, *block, *closing, *later]
        return f"{PRELUDE}\ndef f(a, b):\n{_indented(lines)}"

    before = module([line for group in groups for line in group])
    part = f"\n\ndef _part({', '.join(passed)}):\n{_indented(body)}"
    return before, module([*head, call, *tail]) + part


def variable(seed):
    """(module before, module after): an expression as a variable, carelessly."""
    rng = random.Random(seed)
    groups = _groups(_block(rng, 2) + _block(rng, 2))
    place = rng.randrange(len(groups))
    lines = groups[place]
    value = _expression(rng, 1)
    at = rng.randrange(len(lines))
    pieces = list(
        re.finditer(r"\b(?:log|bump)\(([^()]*)\)|\b[a-d] \+ [a-d1]|\bbox\.n\b|\bG\b", lines[at])
    )
    if pieces:
        piece = rng.choice(pieces)
        value = piece[0]
        line = lines[at]
        changed = line[: piece.start()] + "v" + line[piece.end() :]
        if rng.random() < 0.5:
            changed = line.replace(value, "v")
        lines = [*lines[:at], changed, *lines[at + 1 :]]
    rest = [line for group in groups[place + 1 :] for line in group]
    head = [line for group in groups[:place] for line in group]
    if rng.random() < 0.2 and head:
        head.insert(rng.randrange(len(head)), f"v = {value}")
        stored = []
        if any(line[:1] == " " for line in head):
            head.remove(f"v = {value}")
            stored = [f"v = {value}"]
    else:
        stored = [f"v = {value}"]
    before = [line for group in groups for line in group]
    shape = f"{PRELUDE}\ndef f(a, b):\n"
    return shape + _indented(before), shape + _indented([*head, *stored, *lines, *rest])
