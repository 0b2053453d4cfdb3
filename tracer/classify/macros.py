"""Macros that the files of a change define, and which of them may see the names of locals.

A macro puts text in its place: what it names is what has that name there, and `#x` is the spelling
of what it is given. Table `macro_definition` of verdicts.yaml: a pattern whose groups are the name
and the text.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.classify.names import Names
    from tracer.matching import Forest

_WORD = re.compile(rb"[A-Za-z_]\w*")


def macro_seen(forest: Forest, names: Names, scope: int, words: Sequence[str]) -> str | None:
    """A macro in a scope that may read a local of one of the names, or its spelling; else None.

    Cost: one search of each file for definitions, kept; one of the scope.
    """
    pattern = names.tables.raw.get("macro_definition")
    if not pattern:
        return None
    known = [
        found
        for tree in forest.trees
        if tree.language is names.tree.language
        for found in _defined(pattern, bytes(tree.text))
    ]
    is_named = any(word.encode() in used for _, used, _ in known for word in words)
    seen = frozenset(
        name for name, _, is_spelled in known if is_named or is_spelled or name in words
    )
    return names.has_any(seen, scope) if seen else None


@lru_cache(maxsize=1024)
def _defined(pattern: str, text: bytes) -> tuple[tuple[str, frozenset[bytes], bool], ...]:
    """(name, words in its text, does it make texts) of the macros a file defines."""
    return tuple(
        (match[1].decode(), frozenset(_WORD.findall(match[2])), b"#" in match[2])
        for match in re.finditer(pattern.encode(), text, re.MULTILINE)
    )
