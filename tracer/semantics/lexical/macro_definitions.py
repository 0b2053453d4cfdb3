"""Macros that the files of a version define, read off their text."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from tracer.semantics.language.tables import tables_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tracer.matching import Forest
    from tracer.syntax import Language, SyntaxTree

Macros = list[tuple[str, frozenset[bytes], bool]]  # name, words in its text, does it make texts

_WORD = re.compile(rb"[A-Za-z_]\w*")


def macros_of(forest: Forest, language: Language, pattern: str) -> Macros:
    """(name, words in its text, does it make texts) of the macros a version's files define."""
    known = [
        found
        for tree in forest.trees
        if _is_related(tree.language, language)
        for found in _defined(pattern, bytes(tree.text))
    ]
    spelled = {name.encode() for name, _, is_spelled in known if is_spelled}
    while True:
        # What a macro hands on to one that makes a text is made a text.
        more = {name.encode() for name, used, _ in known if used & spelled} - spelled
        if not more:
            break
        spelled |= more
    built = (name.decode() for name in built_macros(forest.trees, language))
    return [
        *((name, used, name.encode() in spelled) for name, used, _ in known),
        *((name, frozenset(), False) for name in built),
    ]


def built_macros(trees: Iterable[SyntaxTree], language: Language) -> Iterator[bytes]:
    """The names of the macros that builds define for the files of a language."""
    pattern = tables_of(language).raw.get("built_definition")
    if pattern is not None:
        for tree in trees:
            if not tables_of(tree.language).is_known:
                found = re.finditer(str(pattern).encode(), tree.text, re.MULTILINE)
                yield from (match[match.lastindex or 0] for match in found)


def _is_related(one: Language, other: Language) -> bool:
    """Whether files of two languages may include each other."""
    return bool(
        tables_of(one).raw.get("macro_definition") and tables_of(other).raw.get("macro_definition")
    )


@lru_cache(maxsize=1024)
def _defined(pattern: str, text: bytes) -> tuple[tuple[str, frozenset[bytes], bool], ...]:
    """(name, words in its text, does it make texts) of the macros a file defines."""
    return tuple(
        (match[1].decode(), frozenset(_WORD.findall(match[2])), b"#" in match[2])
        for match in re.finditer(pattern.encode(), text, re.MULTILINE)
    )
