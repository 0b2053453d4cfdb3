"""A change file by file: each as if nothing else had changed with it.

A commit of many files is as good as a commit for each of them, one after the other, and where each
of these keeps what the program does, so do all. The whole is the better question, for it knows what
goes on between files, but it cannot always be asked: the files are too many, or one of them is not
read. Then each changed file is judged by itself in an open world, in which the other files of the
change may use every word that one of their versions has.

What keeps a proof from being believed elsewhere counts here as well: edits that rules refused for
what other files do stay open, and where another file gives the library another meaning, nothing is
asked.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, TypeAlias

from tracer.classify.equivalence.gates import changed_files
from tracer.classify.equivalence.shares import explained_by
from tracer.classify.equivalence.unseen_code import changes_for_others
from tracer.classify.equivalence.vetoes import reasons_against
from tracer.matching import Forest, NodeMapping, match_forests
from tracer.model.changes import Proof
from tracer.syntax.detect import is_prose

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tracer.classify.change.change import Context, Explained
    from tracer.classify.change.edits import Edit

_MOST = 400  # files, each of which is matched anew
_WORD = re.compile(rb"[\w$\x80-\xff]+")

Judge: TypeAlias = (
    "Callable[[NodeMapping, Callable[[str], bool] | None], tuple[Context, list[Explained]]]"
)
Span = tuple[int, int]


def explain_apart(context: Context, judge: Judge) -> Iterator[Explained]:
    """What is proved of the open edits of a change of several files, file by file.

    `judge` asks rules and prover about a mapping, given what others mention.
    Cost: that of judging each file with open edits, at most `_MOST` of them.
    """
    changed = context.kept(changed_files)
    pairs = [pair for pair in changed if min(pair) >= 0 and _may_be_asked(context, pair)]
    if len(changed) < 2 or len(pairs) > _MOST or context.world.is_closed:  # noqa: PLR2004 - several
        return
    words = _Words(context)
    parts = {pair: _judged(context, pair, judge, words) for pair in pairs}
    homes = _Homes(context, {k: part for k, part in parts.items() if part is not None})
    for index in sorted(context.open):
        proof = homes.proof_of(context.edits[index])
        if proof is not None and reasons_against(context, index) is None:
            yield explained_by(context, index, proof)


class _Part:
    """One file judged by itself: where it stays open, and what the rest rests on."""

    def __init__(self, context: Context, found: Sequence[Explained]) -> None:
        self.proof = Proof.joined(one.proof or Proof.of(laws=(one.rule,)) for one in found)
        edits = [context.edits[index] for index in sorted(context.open)]
        self.open = [
            tuple(
                (node, tree.stop[node]) if node >= 0 else (0, 0)
                for node, tree in (
                    (edit.before, context.before.trees[0]),
                    (edit.after, context.after.trees[0]),
                )
            )
            for edit in edits
        ]


class _Homes:
    """Which edits of the whole are in files that are proved, all of them or in part."""

    def __init__(self, context: Context, parts: dict[tuple[int, int], _Part]) -> None:
        self._context = context
        self._parts: tuple[dict[int, _Part], dict[int, _Part]] = ({}, {})
        for pair, part in parts.items():
            if not part.open or self._is_left(pair, part):
                self._parts[0][pair[0]] = self._parts[1][pair[1]] = part

    def proof_of(self, edit: Edit) -> Proof | None:
        """The proof of an edit whose files are proved, where nothing of them is open in it."""
        found = []
        for at, file, span in self._sides(edit):
            part = self._parts[at].get(file)
            if part is None or any(_meet(span, one[at]) for one in part.open):
                return None
            found.append(part.proof)
        return Proof.joined(found) if found else None

    def _is_left(self, pair: tuple[int, int], part: _Part) -> bool:
        """Whether every edit that stays open in the part is one that the whole has as well."""
        sides = [
            (at, span)
            for _, edit in self._context.of_files(*pair)
            for at, file, span in self._sides(edit)
            if file == pair[at]
        ]
        return all(any(_meet(span, one[at]) for at, span in sides) for one in part.open)

    def _sides(self, edit: Edit) -> Iterator[tuple[int, int, Span]]:
        """(0 before or 1 after, file, rows) of the sides that an edit has."""
        forests = self._context.before, self._context.after
        for at, (forest, node) in enumerate(zip(forests, (edit.before, edit.after), strict=True)):
            if node >= 0:
                file, row = forest.locate(node)
                yield at, file, (row, forest.trees[file].stop[row])


def _meet(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _may_be_asked(context: Context, pair: tuple[int, int]) -> bool:
    """Whether a file kept its path, has open edits, and is code like any other."""
    before, after = context.before, context.after
    if before.paths[pair[0]] != after.paths[pair[1]] or not after.trees[pair[1]].language.is_full:
        return False
    return next(context.of_files(*pair), None) is not None


def _judged(context: Context, pair: tuple[int, int], judge: Judge, words: _Words) -> _Part | None:
    """A file judged by itself; None where nothing of it is proved."""
    if changes_for_others(context, pair):
        return None
    forests = (context.before, context.after)
    before, after = (
        Forest([(forest.paths[file], forest.trees[file])])
        for forest, file in zip(forests, pair, strict=True)
    )
    mentions = None if _is_unknown(context) else words.of_others(pair)
    alone, found = judge(match_forests(before, after), mentions)
    if any(alone.other_reading(edit) for edit in alone.edits):
        return None
    return _Part(alone, found) if found else None


def _is_unknown(context: Context) -> bool:
    """Whether nobody knows what files outside of the change mention."""
    return not context.world.is_closed and context.mentions is None


class _Words:
    """The words of all files of a change, to tell which of them others have."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._own: dict[tuple[int, int], frozenset[bytes]] = {}
        self._count: Counter[bytes] = Counter()
        for at, forest in enumerate((context.before, context.after)):
            for file, tree in enumerate(forest.trees):
                if not is_prose(forest.paths[file]):
                    self._own[at, file] = frozenset(_WORD.findall(tree.text))
                    self._count.update(self._own[at, file])

    def of_others(self, pair: tuple[int, int]) -> Callable[[str], bool]:
        """Whether another file than these two versions of one has a word, or may have."""
        none: frozenset[bytes] = frozenset()
        own = [self._own.get((at, file), none) for at, file in enumerate(pair)]

        def is_mentioned(word: str) -> bool:
            text = word.encode()
            if _WORD.fullmatch(text) is None:
                return True
            ours = sum(text in words for words in own)
            return self._count[text] > ours or self._context.has_other_uses(word) is not False

        return is_mentioned
