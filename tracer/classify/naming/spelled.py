"""Signatures as they are spelled, where no table says how a language binds names.

Where parameters are written `name: type = value`, separated by commas, names and types can be told
without knowing scopes. Other spellings are left alone.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.classify.naming.versions import share_words
from tracer.classify.tables import significant_children

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.naming.pair import Pair
    from tracer.classify.naming.versions import Named

_PARAMETER = re.compile(rb"(?:@?\w[\w()]*\s+)*(\w+)\s*:\s*(.+?)\s*(?:=.*)?", re.DOTALL)
_RESULT = re.compile(rb"\s*:\s*(.+?)\s*=?\s*", re.DOTALL)


def signature(pair: Pair) -> Iterator[Named]:
    """Parameters that came, went, were renamed or got another type; results of another type."""
    one, two = (_parameters(pair, at) for at in (0, 1))
    new_of = _renamed(one, two)
    for old, new in sorted(new_of.items()):
        yield pair.named("Rename Parameter", f"{old} -> {new}")
    for word in one:
        if word not in two and word not in new_of:
            yield pair.named("Remove Parameter", word)
    for word in two:
        if word not in one and word not in new_of.values():
            yield pair.named("Add Parameter", word)
    for word, kind in one.items():
        other = two.get(new_of.get(word, word))
        if other is not None and other != kind:
            yield pair.named("Change Parameter Type", f"{word}: {kind} -> {other}")
    kept = [word for word in one if word in two]
    if kept != [word for word in two if word in one]:
        yield pair.named("Reorder Parameter", ", ".join(two))
    results = [_result(pair, at) for at in (0, 1)]
    if None not in results and results[0] != results[1]:
        yield pair.named("Change Return Type", f"{results[0]} -> {results[1]}")


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
