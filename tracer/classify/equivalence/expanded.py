"""A change set as compilers read it: with the macros of the program replaced, in both versions.

Two programs are the same if they are so without their macros. So a macro that became a function,
one that went, and a file that no grammar can read for its macros are compared like anything else.
What others may see of macros must be there before and after: those of headers, where the world
is open, and those that headers from outside may read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.change.change import Context
from tracer.matching import Forest, match_forests
from tracer.semantics.preprocessor import preprocessed
from tracer.syntax import parse

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.semantics.preprocessor import Preprocessed


def expanded(context: Context) -> Context | None:
    """The same change without macros; None where nothing changes by that, or it is not certain.

    Cost: files with a preprocessor are parsed and matched once more.
    """
    forests = context.before, context.after
    read = _read(context.before), _read(context.after)
    before, after = read
    if before is None or after is None or before.seen_outside != after.seen_outside:
        return None
    if before.shared != after.shared and not context.world.is_closed:
        return None
    if all(
        found.texts.get(path, tree.text) == tree.text
        for forest, found in zip(forests, (before, after), strict=True)
        for path, tree in zip(forest.paths, forest.trees, strict=True)
    ):
        return None
    mapping = match_forests(*map(_forest, forests, (before, after)))
    mentions = _mentions(context, before.words | after.words)
    return Context(mapping, world=context.world, mentions=mentions)


def _mentions(context: Context, words: frozenset[str]) -> Callable[[str], bool] | None:
    """`mentions` of the context, which also counts words in the text of shared macros."""
    known = context.mentions
    return known and (lambda word: word in words or known(word))


def _read(forest: Forest) -> Preprocessed | None:
    return preprocessed(dict(zip(forest.paths, forest.trees, strict=True)))


def _forest(forest: Forest, found: Preprocessed) -> Forest:
    """The files of one version, those with macros parsed anew."""
    pairs = zip(forest.paths, forest.trees, strict=True)
    return Forest(
        (path, tree)
        if found.texts.get(path, tree.text) == tree.text
        else (path, parse(found.texts[path], tree.language))
        for path, tree in pairs
    )
