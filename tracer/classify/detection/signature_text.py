"""Signatures as they are spelled, where no table says how a language binds names.

Where parameters are written `name: type = value`, separated by commas, names and types can be told
without knowing scopes. Other spellings are left alone.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.classify.detection.program_elements import is_same_type, share_words
from tracer.semantics.language.tables import significant_children
from tracer.syntax.names import defined_name, element_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.detection.function_pair import Pair
    from tracer.classify.detection.program_elements import Named

_PARAMETER = re.compile(rb"(?:@?\w[\w()]*\s+)*(\w+)\s*:\s*(.+?)\s*(?:=.*)?", re.DOTALL)
_RESULT = re.compile(rb"\s*:\s*(.+?)\s*=?\s*", re.DOTALL)


def signature(pair: Pair) -> Iterator[Named]:
    """Parameters that came, went, were renamed or got another type; results of another type."""
    one, two = (_parameters(pair, at) for at in (0, 1))
    new_of = _renamed(one, two)
    for old, new in sorted(new_of.items()):
        yield pair.named("Rename Parameter", f"{old} -> {new}")
    local = [_locals(pair, at) for at in (0, 1)]
    yield from _came_and_went(pair, (one, two), new_of, local)
    for word, kind in one.items():
        other = two.get(new_of.get(word, word))
        if other is not None and not is_same_type(other, kind):
            yield pair.named("Change Parameter Type", f"{word}: {kind} -> {other}")
    results = [_result(pair, at) for at in (0, 1)]
    if None not in results and not is_same_type(*results):
        yield pair.named("Change Return Type", f"{results[0]} -> {results[1]}")


def head(pair: Pair) -> Iterator[Named]:
    """Parameters in the head of a class that came or went. Others are attributes of it."""
    one, two = (_parameters(pair, at) for at in (0, 1))
    yield from _came_and_went(pair, (one, two), _renamed(one, two), [set(), set()])


def _came_and_went(
    pair: Pair,
    parameters: tuple[dict[str, str], dict[str, str]],
    new_of: dict[str, str],
    local: list[set[str]],
) -> Iterator[Named]:
    """Parameters of one side only, or in another order. `local`: variables of both sides."""
    one, two = parameters
    for word in one:
        if word not in two and word not in new_of:
            yield pair.named("Localize Parameter" if word in local[1] else "Remove Parameter", word)
    for word in two:
        if word not in one and word not in new_of.values():
            yield pair.named("Parameterize Variable" if word in local[0] else "Add Parameter", word)
    kept = [word for word in one if word in two]
    if kept != [word for word in two if word in one]:
        yield pair.named("Reorder Parameter", ", ".join(two))


def _renamed(one: dict[str, str], two: dict[str, str]) -> dict[str, str]:
    """The new name of each parameter that another one took the place of."""
    gone = [word for word in one if word not in two]
    new = [word for word in two if word not in one]
    if len(gone) == len(new):
        places = [list(side).index(word) for side, words in ((one, gone), (two, new))
                  for word in words]  # fmt: skip
        half = len(gone)
        if len(one) == len(two) and places[:half] == places[half:]:
            return dict(zip(gone, new, strict=True))
    found: dict[str, str] = {}
    for old in gone:
        near = [w for w in new if two[w] == one[old] and share_words(old, w)]
        if len(near) == 1 and near[0] not in found.values():
            found[old] = near[0]
    return found


def _locals(pair: Pair, at: int) -> set[str]:
    """The names of the variables that a function declares."""
    tree = pair.sides[at].tree
    kinds = {kind for kind, definition in tree.language.definitions.items() if definition.local_in}
    rows = range(pair.rows[at] + 1, pair.stops[at])
    found = (row for row in rows if tree.kind[row] in kinds and element_name(tree, row) is None)
    return {name for row in found if (name := defined_name(tree, row)) is not None}


def _parameters(pair: Pair, at: int) -> dict[str, str]:
    """The types of the parameters by name; none where they are spelled otherwise."""
    tree, row = pair.sides[at].tree, pair.rows[at]
    head = tree.child_by_field(row, "parameters")
    found, last = {}, b""
    for kid in significant_children(tree, head) if head >= 0 else ():
        text = tree.slice(kid)
        match = _PARAMETER.fullmatch(text) if last != b"=" else None
        if match is not None:
            found[match[1].decode("utf-8", "replace")] = _squeezed(match[2])
        last = text
    return found


def _result(pair: Pair, at: int) -> str | None:
    """The declared type of the result."""
    tree, row = pair.sides[at].tree, pair.rows[at]
    head, body = (tree.child_by_field(row, field) for field in ("parameters", "body"))
    if head < 0 or body < 0:
        return None
    match = _RESULT.fullmatch(tree.text[tree.end[head] : tree.start[body]])
    return _squeezed(match[1]) if match else None


def _squeezed(text: bytes) -> str:
    return b"".join(text.split()).decode("utf-8", "replace")
