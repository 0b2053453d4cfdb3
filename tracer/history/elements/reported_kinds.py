"""Which kinds of change a log tells of which element, when not everything is asked for.

A class is its declaration: what happens to its members is theirs. Where a block or a variable
stands is its function's affair. Comments above a definition describe it and change with every
word; comments inside belong to the code. Measured on CodeTracker's labels, which count so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.history.elements.differences import COMMENT_ABOVE, FORMATTING
from tracer.history.elements.element import BLOCK, FIELDS, FUNCTION, RANGE, VARIABLE
from tracer.history.elements.source_text import TEXT

if TYPE_CHECKING:
    from collections.abc import Iterable

_WHERE = frozenset(("moved", "file_moved"))
_ENDS = frozenset(("introduced", "split", "merged", "extracted", "inlined"))
_DECLARED = frozenset(("rename", "type", "modifiers", "annotations"))
_BLOCK = _ENDS | {"body", "expression"}
_VARIABLE = _ENDS | _DECLARED
_FIELD = _VARIABLE | _WHERE | {"expression"}
_CLASS = _VARIABLE | _WHERE


def told(element: str, kinds: Iterable[str], *, all_kinds: bool) -> list[str]:
    """The kinds to tell, each once; none when the change is not told of at all."""
    found = [kind for kind in kinds if all_kinds or _is_told(element, kind)]
    return list(dict.fromkeys("documentation" if k == COMMENT_ABOVE else k for k in found))


def _is_told(element: str, kind: str) -> bool:
    if kind in (FORMATTING, COMMENT_ABOVE):
        return False
    if element in (RANGE, TEXT, FUNCTION):
        return True
    if element == BLOCK:
        return kind in _BLOCK
    if element == VARIABLE:
        return kind in _VARIABLE
    return kind in (_FIELD if element in FIELDS else _CLASS)
