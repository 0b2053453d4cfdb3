"""What no term of a program says: directives for its compiler, and words that ask about its text.

A term has no place for what a preprocessor is told, for the name and line that code stands in, nor
for values that others change or see at any time. So where a table names such directives and words,
files that have them are not proved by their terms.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from tracer.classify.equivalence.symbols.languages import table_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.change.change import Context
    from tracer.matching import Forest

_REPLACED = frozenset({"unfolded-call", "local-function", "library-model"})
_LAYOUT = re.compile(rb"/\*.*?\*/|//[^\n]*|\\\r?\n|[ \t\r\f\v]+", re.DOTALL)
_GUARD = re.compile(rb"#ifndef (\w+)\Z"), rb"#define "


def why_unseen(context: Context, changed: list[tuple[int, int]], *, is_raw: bool) -> str | None:
    """Why what changed may be told from what was by more than its terms, or None.

    `is_raw`: macros are not replaced, so that directives have to stay in their order, too.
    """
    forests = context.before, context.after
    for at, forest in enumerate(forests):
        files = {pair[at] for pair in changed} - {-1}
        for file, tree in enumerate(forest.trees):
            table = table_of(tree.language.name)
            if table.shared_words is not None and table.shared_words.search(tree.text):
                return f"`{forest.paths[file]}` has values that others may change at any time"
            if file not in files or table.directives is None:
                continue
            if table.place_words is not None and table.place_words.search(tree.text):
                return f"`{forest.paths[file]}` reads where its code stands"
            if table.layout_directives is not None and table.layout_directives.search(tree.text):
                return f"`{forest.paths[file]}` tells the compiler how to read what follows"
    if _decisive(forests[0]) != _decisive(forests[1]):
        return "other code is compiled under conditions"
    for before, after in changed if is_raw else ():
        if min(before, after) < 0:
            continue
        lines = [
            list(_lines(forest, file, every=True))
            for forest, file in zip(forests, (before, after), strict=True)
        ]
        both = Counter(lines[0]) & Counter(lines[1])
        if [one for one in lines[0] if one in both] != [one for one in lines[1] if one in both]:
            return f"the directives of `{forests[1].paths[after]}` stand in another order"
    return None


def why_ended(context: Context, laws: frozenset[str]) -> str | None:
    """Why a proof does not say when values end, or None: a call that was replaced ends its own."""
    if laws.isdisjoint(_REPLACED):
        return None
    for forest in (context.before, context.after):
        for path, tree in zip(forest.paths, forest.trees, strict=True):
            words = table_of(tree.language.name).destructor_words
            if words is not None and words.search(tree.text):
                return f"`{path}` says what runs where a value ends, which may be elsewhere"
    return None


def _decisive(forest: Forest) -> Counter[tuple[bytes, ...]]:
    """The directives of each file that decide what is compiled, but for guards of headers."""
    files = (tuple(_lines(forest, file)) for file in range(len(forest.trees)))
    return Counter(one for one in files if one)


def _lines(forest: Forest, file: int, *, every: bool = False) -> Iterator[bytes]:
    tree = forest.trees[file]
    pattern = table_of(tree.language.name).directives
    if pattern is None or b"#" not in tree.text:
        return
    text = _LAYOUT.sub(lambda found: b"\n" * found[0].count(b"\n") or b" ", tree.text)
    lines = [b"#" + one.strip()[1:].strip() for one in text.split(b"\n") if one.strip()[:1] == b"#"]
    guard = _GUARD[0].match(lines[0]) if len(lines) > 2 else None  # noqa: PLR2004 - of a guard
    if guard is not None and lines[1] == _GUARD[1] + guard[1] and lines[-1] == b"#endif":
        lines = lines[2:-1]
    yield from (one for one in lines if every or pattern.match(one))
