"""Gates for what terms do not represent: preprocessor directives, source positions, shared values.

A term says nothing of directives, of the function, file and line that code asks for (`__func__`),
of values that other threads or devices change (`volatile`), nor of when destructors run. Where the
table of a language names such directives or words, files that have them are not proved.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeAlias

from tracer.classify.equivalence.symbols.languages import table_of
from tracer.semantics.preprocessor.pieces import (
    Directive,
    UnreadError,
    guard_of,
    pieces_of,
)
from tracer.semantics.preprocessor.pieces import table_of as preprocessor_of

if TYPE_CHECKING:
    import re

    from tracer.classify.change.change import Context
    from tracer.matching import Forest
    from tracer.syntax import SyntaxTree

_REPLACED = frozenset({"unfolded-call", "local-function", "library-model"})
_Directives: TypeAlias = "tuple[tuple[bytes, ...], ...]"


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
            if table.library_stores is not None and table.library_stores.search(tree.text):
                return f"`{forest.paths[file]}` changes what the library does"
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
        ours, theirs = map(_directives, forests, (before, after))
        both = {*ours} & {*theirs}
        if [one for one in ours if one in both] != [one for one in theirs if one in both]:
            return f"the directives of `{forests[1].paths[after]}` stand in another order"
    return None


def changes_for_others(context: Context, pair: tuple[int, int]) -> bool:
    """Whether another file than these gives code of their language a meaning that they do not show.

    It changes what the library does, or has values that others may change at any time.
    """
    said = {one.pattern for one in _said_to_others(context.after.trees[pair[1]])}
    return any(
        file != pair[at] and not said.isdisjoint(found)
        for at, files in enumerate(context.kept(_changing))
        for file, found in files.items()
    )


def _changing(context: Context) -> tuple[dict[int, set[bytes]], ...]:
    """The files, before and after, that change for others what code means: by which patterns."""
    return tuple(
        {
            file: {one.pattern for one in _said_to_others(tree) if one.search(tree.text)}
            for file, tree in enumerate(forest.trees)
        }
        for forest in (context.before, context.after)
    )


def _said_to_others(tree: SyntaxTree) -> list[re.Pattern[bytes]]:
    """The patterns of what code of a language says to code elsewhere."""
    table = table_of(tree.language.name)
    return [one for one in (table.shared_words, table.library_stores) if one is not None]


def why_ended(context: Context, laws: frozenset[str]) -> str | None:
    """Why a proof may move the end of a value that runs code (a destructor), or None.

    The parameters of a call end with it; where the call is replaced by its code, they end later.
    """
    if laws.isdisjoint(_REPLACED):
        return None
    for forest in (context.before, context.after):
        for path, tree in zip(forest.paths, forest.trees, strict=True):
            words = table_of(tree.language.name).destructor_words
            if words is not None and words.search(tree.text):
                return f"`{path}` says what runs where a value ends, which may be elsewhere"
    return None


def why_sparse(context: Context) -> str | None:
    """Why a list may have empty places that only one side passes over, or None."""
    forests = context.before, context.after
    if _passing(forests[0]) == _passing(forests[1]):
        return None
    for forest in forests:
        for path, tree in zip(forest.paths, forest.trees, strict=True):
            words = table_of(tree.language.name).sparse_lists
            if words is not None and words.search(tree.text):
                return f"`{path}` may leave places of a list empty, which some loops pass over"
    return None


def _passing(forest: Forest) -> int:
    """How many calls there are of methods that pass over empty places."""
    found = 0
    for tree in forest.trees:
        methods = table_of(tree.language.name).passing_methods
        found += 0 if methods is None else len(methods.findall(tree.text))
    return found


def _decisive(forest: Forest) -> Counter[_Directives]:
    """The directives of each file that decide what is compiled, but for guards of headers."""
    found: Counter[_Directives] = Counter()
    for file, tree in enumerate(forest.trees):
        pattern = table_of(tree.language.name).directives
        if pattern is not None:
            decisive = tuple(one for one in _directives(forest, file) if pattern.match(one[0]))
            found[decisive] += bool(decisive)
    return found


def _directives(forest: Forest, file: int) -> _Directives:
    """The word and tokens of each directive of a file, without those of a header's guard.

    A file that cannot be read so is one directive, with all of its text.
    """
    tree = forest.trees[file]
    table = preprocessor_of(tree.language)
    if table is None or b"#" not in tree.text:
        return ()
    try:
        items, _ = pieces_of(tree, table)
    except UnreadError:
        return ((b"if", bytes(tree.text)),)
    found = [one for one in items if isinstance(one, Directive)]
    if guard_of(items) is not None:
        found = found[2:-1]
    return tuple((one.word, *(piece.text for piece in one.pieces)) for one in found)
