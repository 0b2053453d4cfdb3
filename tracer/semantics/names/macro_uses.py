"""Macros that the files of a change define, and which of them may see the names of locals.

A macro puts text in its place: what it names is what has that name there, and `#x` is the
spelling of what it is given. Brackets around its name hold its text together: they count.
Tables of verdicts.yaml: `macro_definition`, a pattern whose groups are the name and the text;
`built_definition`, one whose group is a name that a build defines, in files of other kinds;
`macro_brackets`, kinds of brackets around expressions.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.semantics.language.tables import tables_of
from tracer.semantics.lexical.macro_definitions import Macros, macros_of
from tracer.syntax.tree import LEAF, TRIVIA

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.matching import Forest
    from tracer.semantics.names.occurrences import Names
    from tracer.syntax import SyntaxTree


def macro_seen(forest: Forest, names: Names, scope: int, words: Sequence[str]) -> str | None:
    """A macro in a scope that may read a local of one of the names, or its spelling; else None.

    Cost: one search of each file for definitions, kept; one of the scope.
    """
    pattern = names.tables.raw.get("macro_definition")
    if not pattern:
        return None
    known = _known(forest, names, pattern)
    is_named = any(word.encode() in used for _, used, _ in known for word in words)
    seen = frozenset(
        name for name, _, is_spelled in known if is_named or is_spelled or name in words
    )
    return names.has_any(seen, scope) if seen else None


def is_macro(forest: Forest, names: Names, word: str) -> bool:
    """Whether a file of a version, that may be taken in, defines a macro of a name."""
    pattern = names.tables.raw.get("macro_definition")
    return pattern is not None and any(
        name == word for name, *_ in _known(forest, names, str(pattern))
    )


def macro_reading(forest: Forest, names: Names, row: int) -> list[tuple[object, ...]]:
    """What macros are given at, below or around a row, and the brackets around macros' names.

    Of two spellings of the same code that differ in this, macros may make different code.
    Cost: one pass over the rows and the ancestors.
    """
    tree, tables, known = names.tree, names.tables, names.kept(_texts_found)
    pattern = tables.raw.get("macro_definition")
    if not pattern:
        return []
    if not known:
        for name, _, spelled in _known(forest, names, pattern):
            known[name] = known.get(name, False) or spelled
    found: list[tuple[object, ...]] = []
    at = row
    while at > 0:
        at = tree.parent[at]
        callee = _callee(tree, at)
        if 0 <= callee < row:
            word = tree.slice(callee).decode("utf-8", "replace")
            if word in known or tables.is_macro_like(word) or word in tables.text_macros:
                found.append((word, _given(tree, row, is_spelled=bool(known.get(word)))))
    return found + _macros_below(tree, row, known)


def words_of_macros(forest: Forest, names: Names, row: int) -> frozenset[str]:
    """What the macros that stand below a row put there, in the end: words of their texts."""
    pattern = names.tables.raw.get("macro_definition")
    if not pattern:
        return frozenset()
    kept = names.kept(_words_found)
    found = kept.get(row)
    if found is None:
        found = kept[row] = _words_of(_known(forest, names, pattern), names, row)
    return found


def _known(forest: Forest, names: Names, pattern: str) -> Macros:
    """The macros that the files of a version define; looked for once for each of its files."""
    kept = names.kept(_macros_found)
    if not kept:
        kept.append(macros_of(forest, names.tree.language, pattern))
    return kept[0]


def _macros_found(_: Names) -> list[Macros]:
    """The one list that `_known` made."""
    return []


def _texts_found(_: Names) -> dict[str, bool]:
    """Whether a macro makes texts, by its name."""
    return {}


def _words_found(_: Names) -> dict[int, frozenset[str]]:
    """What `words_of_macros` found, by row."""
    return {}


def _words_of(known: Macros, names: Names, row: int) -> frozenset[str]:
    every = frozenset(name for name, *_ in known)
    if not every or not names.has_any(every, row):
        return frozenset()
    tree = names.tree
    leaves = (at for at in range(row, tree.stop[row]) if tree.flags[at] & LEAF)
    work = {tree.slice(at) for at in leaves} & {name.encode() for name in every}
    seen: set[bytes] = set()
    while work:
        seen |= work
        work = {word for name, used, _ in known if name.encode() in work for word in used} - seen
    return frozenset(word.decode() for word in seen)


def _macros_below(tree: SyntaxTree, row: int, known: dict[str, bool]) -> list[tuple[object, ...]]:
    """The macros at or below a row, each with the brackets around it, and what it is given."""
    tables = tables_of(tree.language)
    kinds = {tree.language.kind_ids.get((kind, True), -1) for kind in tables.names}
    brackets = frozenset(tables.raw.get("macro_brackets") or ())
    found: list[tuple[object, ...]] = []
    for leaf in range(row, tree.stop[row]):
        if tree.kind[leaf] not in kinds:
            continue
        word = tree.slice(leaf).decode("utf-8", "replace")
        is_macro = word in known or tables.is_macro_like(word)
        if not is_macro and word not in tables.text_macros:
            continue
        depth, at = 0, leaf
        while at > row:
            at = tree.parent[at]
            depth += tree.kind_name(at) in brackets
        found.append((word, depth if is_macro else 0))
        if _callee(tree, tree.parent[leaf]) == leaf:
            is_spelled = known.get(word, word in tables.text_macros)
            found.append((word, _given(tree, tree.parent[leaf], is_spelled=is_spelled)))
    return found


def _callee(tree: SyntaxTree, row: int) -> int:
    """The row of the name that a call calls, or -1."""
    fields = (tree.language.raw.get("calls") or {}).get(tree.kind_name(row))
    return tree.child_by_field(row, fields["function"]) if fields else -1


def _given(tree: SyntaxTree, row: int, *, is_spelled: bool) -> bytes:
    """The tokens at a row; neighbouring literals as one, unless a macro makes a text of them."""
    text = b" ".join(
        tree.slice(at)
        for at in range(row, tree.stop[row])
        if tree.flags[at] & (LEAF | TRIVIA) == LEAF
    )
    return text if is_spelled else _JOINT.sub(b"", text)


# Between the texts of two literals; the bytes of a literal are leaves of their own.
_JOINT = re.compile(rb' " " ')
