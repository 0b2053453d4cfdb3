"""Two or three refactorings of JavaScript in one change, and one slip among them.

Refactorings that keep behaviour (names, order, code in functions and constants, branches, spelling)
are made of a program (`javascript_programs.py`) one after the other, and somewhere a slip: two
statements, arguments or operands exchanged, an operator, a literal or a name replaced, a use that
keeps its former name, a value that is taken too early. `mixed` gives both versions as CommonJS.
"""

from __future__ import annotations

import random

from javascript_programs import (
    EXPRESSIONS,
    LOCALS,
    Text,
    Writer,
    blocks_of,
    has_kind,
    names_in,
    node_at,
    places_of,
    renamed,
    stored_in,
    with_new,
)

FRESH = ("part", "rest", "sum", "item", "left")

# ---------------------------------------------------------------------- refactorings


def _rename_local(rng, node):
    place = rng.choice(places_of(node, lambda one: one[0] == "function"))
    function = node_at(node, place)
    bound = sorted({*function[2], *(stored_in(function))} - {"later"})
    new = rng.choice(FRESH) + str(rng.randrange(9))
    return with_new(node, place, renamed(function, rng.choice(bound), new)) if bound else node


def _rename_function(rng, node):
    former, new = rng.choice(("one", "two")), rng.choice(("three", "four"))

    def change(part):
        if not isinstance(part, tuple):
            return part
        if part[:2] in {("call", former), ("function", former)}:
            part = (part[0], new, *part[2:])
        return tuple(change(one) for one in part)

    return change(node)


def _reorder(rng, node):
    functions = list(node[1])
    rng.shuffle(functions)
    return (node[0], tuple(functions), *node[2:])


def _first(node, path=()):
    """Paths of what is evaluated first in an expression: itself, its first part, and so on."""
    found = [path]
    at = {"binary": 2, "not": 1, "choice": 1, "get": 1, "maybe": 1, "method": 1}.get(node[0])
    if at is not None:
        found += _first(node[at], (*path, at))
    elif node[0] in {"call", "list", "template"} and node[-1]:
        found += _first(node[-1][0], (*path, len(node) - 1, 0))
    return found


def _constant(rng, node, *, is_careless=False):
    """A value with a name, in front of the statement that evaluates it first."""
    block = rng.choice(blocks_of(node))
    body = node_at(node, block)
    at = rng.randrange(len(body))
    held = {"do": 1, "return": 1, "store": 2, "let": 3, "if": 1, "of": 2}.get(body[at][0])
    held = 3 if body[at][:1] == ("set",) and body[at][2] == "=" else held
    if held is None:
        return node
    value = body[at][held]
    paths = places_of(value, lambda one: one[0] in EXPRESSIONS) if is_careless else _first(value)
    path = rng.choice([p for p in paths if node_at(value, p) != ("text", "this")] or [()])
    name = f"{rng.choice(FRESH)}{rng.randrange(9)}"
    taken = node_at(value, path)
    if taken in {("text", "this"), ("text", "box")} or taken[0] == "arrow":
        return node
    line = (*body[at][:held], with_new(value, path, ("name", name)), *body[at][held + 1 :])
    place = rng.randrange(at + 1) if is_careless else at
    new = (*body[:place], ("let", "const", name, taken), *body[place:at], line, *body[at + 1 :])
    return with_new(node, block, new)


def _extract(rng, node, *, is_careless=False):
    """Some statements of the method as a function of the file."""
    path = (2, next(at for at, one in enumerate(node[2]) if one[1] == "f"), 3)
    body = node_at(node, path)
    first = rng.randrange(3, len(body)) if len(body) > 3 else 0
    last = rng.randrange(first, min(first + 3, len(body))) if first else 0
    run, tail = body[first : last + 1], body[last + 1 :]
    if not first or has_kind(run, "return") or "this" in repr(run) or "part" in repr(node):
        return node
    used = sorted(names_in(run) & {*LOCALS, "later"})
    stored = sorted(stored_in(run) & names_in(tail))
    if not is_careless and ("arrow" in repr(body) or len(stored) > 1):
        return node
    if is_careless:
        rng.shuffle(used)
        stored = stored[: rng.randrange(2)]
    result = (("return", ("name", stored[0])),) if stored else ()
    call = ("call", "part", tuple(("name", name) for name in used))
    line = ("set", stored[0], "=", call) if stored else ("do", call)
    if is_careless and len(used) > 1:
        used[0], used[1] = used[1], used[0]
    node = with_new(node, path, (*body[:first], line, *tail))
    return (node[0], (*node[1], ("function", "part", tuple(used), (*run, *result))), *node[2:])


def _branches(rng, node):
    """The branches of a condition exchanged, or an `else` behind one that leaves dropped."""
    places = places_of(node, lambda one: one[0] == "if" and one[3])
    if not places:
        return node
    place = rng.choice(places)
    _, condition, then, other = node_at(node, place)
    if then[-1][0] == "return" and rng.random() < 0.6:
        block = node_at(node, place[:-1])
        at = place[-1]
        return with_new(
            node, place[:-1], (*block[:at], ("if", condition, then, ()), *other, *block[at + 1 :])
        )
    opposite = {"===": "!==", "!==": "===", "==": "!="}
    if condition[0] == "binary" and condition[1] in opposite:
        turned = ("binary", opposite[condition[1]], *condition[2:])
    else:
        turned = condition[1] if condition[0] == "not" else ("not", condition)
    return with_new(node, place, ("if", turned, other, then))


REFACTORINGS = (
    _rename_local,
    _rename_function,
    _reorder,
    _constant,
    _constant,
    _extract,
    _branches,
)


# ---------------------------------------------------------------------- slips


def _replaced(rng, node, is_wanted, new):
    places = places_of(node, is_wanted)
    if not places:
        return node
    place = rng.choice(places)
    return with_new(node, place, new(node_at(node, place)))


def _exchanged(rng, node):
    block = rng.choice(blocks_of(node))
    body = list(node_at(node, block))
    if len(body) > 1:
        at = rng.randrange(len(body) - 1)
        body[at : at + 2] = body[at + 1], body[at]
    return with_new(node, block, tuple(body))


def _dropped(rng, node):
    block = rng.choice(blocks_of(node))
    body = node_at(node, block)
    at = rng.randrange(len(body))
    return with_new(node, block, (*body[:at], *body[at + 1 :])) if len(body) > 1 else node


def _operator(rng, node):
    signs = ("+", "-", "*", "&&", "||", "??", "===", "==", "!==", "<")
    return _replaced(
        rng, node, lambda one: one[0] == "binary", lambda one: (one[0], rng.choice(signs), *one[2:])
    )


def _operands(rng, node):
    return _replaced(
        rng, node, lambda one: one[0] == "binary", lambda one: (*one[:2], one[3], one[2])
    )


def _arguments(rng, node):
    return _replaced(
        rng,
        node,
        lambda one: one[0] == "call" and len(one[2]) > 1,
        lambda one: (*one[:2], one[2][::-1]),
    )


def _other_name(rng, node):
    return _replaced(
        rng, node, lambda one: one[0] == "name", lambda _: ("name", rng.choice(LOCALS))
    )


def _kept_name(rng, node):
    place = rng.choice(places_of(node, lambda one: one[0] == "function"))
    function = node_at(node, place)
    new = rng.choice((*LOCALS, "item", "log", "one"))
    changed = renamed(function, rng.choice(LOCALS), new, lambda: rng.random() < 0.15)
    return with_new(node, place, changed)


def _turned(rng, node):
    return _replaced(rng, node, lambda one: one[0] == "inc", lambda one: (*one[:2], not one[2]))


def _literal(rng, node):
    texts = ("1", "2", "'s'", "null", "G", "RATE")
    return _replaced(
        rng,
        node,
        lambda one: one[0] == "text" and one[1] in texts,
        lambda _: ("text", rng.choice(texts)),
    )


def _early(rng, node):
    return _constant(rng, node, is_careless=True)


def _part(rng, node):
    return _extract(rng, node, is_careless=True)


SLIPS = (_exchanged, _dropped, _operator, _operands, _arguments, _other_name, _kept_name, _turned,
         _literal, _early, _early, _part, _part, lambda _, node: node)  # fmt: skip


def mixed(seed):
    """(module before, module after): refactorings of one program, with one slip among them."""
    rng = random.Random(f"mixed{seed}")
    before = after = Writer(rng).program()
    steps = [rng.choice(REFACTORINGS) for _ in range(rng.choice((1, 2, 2, 3)))]
    if rng.random() < 0.85:
        steps.insert(rng.randrange(len(steps) + 1), rng.choice(SLIPS))
    for step in steps:
        after = step(rng, after)
    style = Text(rng.choice(("'", "'", '"')), rng.random() < 0.1)
    return Text().program(before), style.program(after)


KINDS = (mixed,)
