"""Functions that branch, and careless ways to write their branches anew.

A program is a list of statements, nested tuples: ("do", text), ("leave", text),
("if", condition, then, other), ("loop", times, body), ("try", body). Every condition shows that it
is asked, every statement that it is run. A rewriting exchanges branches, drops an `else`, adds or
takes a guard, joins conditions, drops statements: right or wrong, as it comes.
"""

from __future__ import annotations

import itertools
import random

_LEAVING = ("return", "return None", "return 1", "raise Stop")


class Stop(Exception):  # noqa: N818 - the name the functions raise
    """What the functions raise."""


def outcomes(text):
    """What is asked and run, and the result, for each way the conditions may be answered."""
    found = []
    code = compile(text, "<case>", "exec")
    for answers in itertools.product((True, False), repeat=4):
        seen = []

        def ask(number, answers=answers, seen=seen):
            seen.append(("asked", number))
            return answers[number]

        space = {"ask": ask, "do": seen.append, "Stop": Stop, "x": "x", "y": "y"}
        exec(code, space)
        try:
            result = repr(space["f"]())
        except (Stop, UnboundLocalError) as error:
            result = type(error).__name__
        found.append((seen, result))
    return found


def rewriting(seed):
    """A function before and after, as texts."""
    rng = random.Random(seed)
    before = _block(rng, 0, is_loop=False)
    after = before
    for _ in range(rng.choice((1, 1, 2, 3))):
        after = _rewritten(rng, after)
    return tuple("def f():\n" + "\n".join(_lines(rng, side, 1)) + "\n" for side in (before, after))


def _condition(rng, depth=0):
    kind = rng.random()
    if depth < 2 and kind < 0.25:
        parts = _condition(rng, depth + 1), _condition(rng, depth + 1)
        return (rng.choice(("and", "or")), *parts)
    if kind < 0.4:
        return ("not", _condition(rng, depth + 1))
    asked = f"ask({rng.randrange(4)})"
    return (
        rng.choice((asked, asked, f"{asked} is True", f"{asked} is not True", "True", "False")),
    )


def _negated(rng, condition):
    """The opposite, mostly: of conditions in one now and then what is not."""
    kind, *parts = condition
    way = rng.random()
    if kind == "not" and way < 0.7:
        return parts[0]
    if kind in ("and", "or") and way < 0.6:
        other = {"and": "or", "or": "and"}[kind] if way < 0.45 else kind
        return (other, *(_negated(rng, part) for part in parts))
    if " is not " in kind and way < 0.7:
        return (kind.replace(" is not ", " is "),)
    if " is " in kind and way < 0.7:
        return (kind.replace(" is ", " is not "),)
    return ("not", condition)


def _respelled(rng, condition):
    """A negation at its parts; now and then wrongly."""
    kind, *parts = condition
    if kind == "not" and parts[0][0] in ("and", "or"):
        return _negated(rng, parts[0])
    return (kind, *(_respelled(rng, part) for part in parts))


def _text(condition):
    kind, *parts = condition
    if not parts:
        return kind
    texts = [f"({_text(part)})" for part in parts]
    return f"not {texts[0]}" if kind == "not" else f" {kind} ".join(texts)


def _block(rng, depth, *, is_loop):
    """One to three statements; mostly only the last of them leaves."""
    found = [_statement(rng, depth, is_loop=is_loop) for _ in range(rng.randrange(1, 4))]
    kept = [one for one in found[:-1] if one[0] != "leave" or rng.random() < 0.2]
    return [*kept, found[-1]]


def _statement(rng, depth, *, is_loop):
    kind = rng.random()
    if depth < 3 and kind < 0.45:
        then = _block(rng, depth + 1, is_loop=is_loop)
        other = _block(rng, depth + 1, is_loop=is_loop) if rng.random() < 0.5 else []
        return ("if", _condition(rng), then, other)
    if depth < 2 and kind < 0.52:
        return ("loop", rng.randrange(1, 3), _block(rng, depth + 1, is_loop=True))
    if depth < 2 and kind < 0.56:
        return ("try", _block(rng, depth + 1, is_loop=is_loop))
    if kind < 0.72:
        return ("leave", rng.choice((*_LEAVING, *(("break", "continue") if is_loop else ()))))
    name = rng.choice("xy")
    choices = (f"do({rng.randrange(9)})", f"{name} = {rng.randrange(9)}", f"do({name})", "pass")
    return ("do", rng.choice((choices[0], *choices)))


def _places(block, path=(), *, is_loop=False):
    """(path to each list, whether a loop is around it)."""
    yield path, is_loop
    for at, statement in enumerate(block):
        for part, below in enumerate(statement):
            if isinstance(below, list):
                inside = is_loop or statement[0] == "loop"
                yield from _places(below, (*path, (at, part)), is_loop=inside)


def _replaced(block, path, new):
    if not path:
        return new
    (at, part), rest = path[0], path[1:]
    statement = list(block[at])
    statement[part] = _replaced(statement[part], rest, new)
    return [*block[:at], tuple(statement), *block[at + 1 :]]


def _rewritten(rng, block):
    path, is_loop = rng.choice(list(_places(block)))
    here = block
    for at, part in path:
        here = here[at][part]
    if not here:
        return block
    at = rng.randrange(len(here))
    head, statement, rest = here[:at], here[at], here[at + 1 :]
    guard = ("leave", "continue" if is_loop and rng.random() < 0.7 else "return")
    if statement[0] == "if":
        new = head + rng.choice(_ways(rng, statement, rest, guard))
    else:
        new = head + rng.choice([
            rest, [statement], [statement, guard, *rest], [*rest[:1], statement, *rest[1:]],
            [("if", _condition(rng), [guard], []), statement, *rest],
            [("if", ("True",), [statement], []), *rest],
        ])  # fmt: skip
    return _replaced(block, path, new)


def _ways(rng, statement, rest, guard):
    """Lists in the place of a condition and what follows it."""
    _, condition, then, other = statement
    ways = [
        [("if", _negated(rng, condition), other, then), *rest],
        [("if", _negated(rng, condition), then, other), *rest],
        [("if", condition, then, []), *other, *rest],
        [("if", _negated(rng, condition), [guard], []), *then, *rest],
        [("if", condition, then, other + rest)],
        [("if", condition, then + rest, other)],
        [("if", _negated(rng, condition), other + rest, []), *then],
        [("if", condition, [*then, guard], other), *rest],
        [("if", _negated(rng, condition), other + rest, [])],
        [("if", _respelled(rng, condition), then, other), *rest],
        [*then, *rest],
    ]
    if len(then) == 1 and then[0][0] == "if":
        joined = ("and", condition, then[0][1])
        ways.append([("if", joined, then[0][2], rng.choice((other, then[0][3]))), *rest])
    return ways


def _lines(rng, block, depth):
    indent = "    " * depth
    lines = []
    for statement in block or [("do", "pass")]:
        kind = statement[0]
        if kind in ("do", "leave"):
            lines.append(indent + statement[1])
        elif kind == "if":
            lines += [f"{indent}if {_text(statement[1])}:", *_lines(rng, statement[2], depth + 1)]
            other = statement[3]
            while len(other) == 1 and other[0][0] == "if" and rng.random() < 0.5:
                lines += [
                    f"{indent}elif {_text(other[0][1])}:",
                    *_lines(rng, other[0][2], depth + 1),
                ]
                other = other[0][3]
            if other:
                lines += [f"{indent}else:", *_lines(rng, other, depth + 1)]
        elif kind == "loop":
            lines.append(f"{indent}for _ in range({statement[1]}):")
            lines += _lines(rng, statement[2], depth + 1)
        else:
            lines += [f"{indent}try:", *_lines(rng, statement[1], depth + 1)]
            lines += [f"{indent}except Stop:", f"{indent}    do(9)"]
    return lines
