"""`rename_word`: tokens that name one thing have another name, told without the tree.

In languages with a preprocessor a tree says little about what macros see, and nothing where they
stand for syntax. Token by token both versions are the same but for names; each name is, on both
sides,

- a *local*: its first use in the smallest brackets around all uses declares it there, nothing
  else of the name is in them, and no macro used in them reads one of the names; or
- a *member*: every use in every file stands behind `.` or `->`, or in the body of a structure
  (one that keeps the name has no uses, since both versions compile); or
- *of a file*: a function or variable at the top of a file, declared `static`, or in a closed world
  a function that is defined and used; nothing else in any file has the name, it replaces none of
  the library, no text spells it, nothing reads the name of the function around.

- a *private field* (C++): the word is declared in bodies of classes where it is private, and used
  in code, all over a closed world; nothing else of that name is declared outside of code.

Everywhere: the new name stood in no file; no macro makes a text, or other names, of what holds a
use, none can paste one of the names together; macros that are not seen are given no use, and in an
open world none may read a local. Members and private names not where templates look them up by
name (`is_spelled_out`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.change.change import Context, Explained, changed_leaves
from tracer.classify.change.edits import EditKind
from tracer.classify.rules.rename.token_conditions import Renaming, World, shown
from tracer.semantics.lexical.lexer import has_lexemes
from tracer.semantics.lexical.tokens import table_of, words_of
from tracer.syntax.tree import BROKEN

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tracer.matching import Forest

RULE = "rename_word"


def explain(context: Context) -> Iterator[Explained]:
    """The open edits of all files that differ in names only, if each name is proved."""
    pairs = [
        (file_b, file_a)
        for file_b, file_a in context.mapping.file_pairs
        if _is_open(context, file_b, file_a)
    ]
    if not pairs:
        return
    world = World(context)
    found = [world.renamings(*pair) for pair in pairs]
    renamings = _together(one for one in found if one)
    problems = {r.key: world.problem(r) for r in renamings}
    for renaming in renamings:
        problems[renaming.key] = problems[renaming.key] or world.met(renaming, renamings)
    for pair, one in zip(pairs, found, strict=True):
        if not one:
            continue
        edits = [index for index, _ in context.of_files(*pair)]
        why = next((p for renaming in one if (p := problems[renaming.key])), None)
        if why:
            context.note(edits, why)
            continue
        names = ", ".join(f"{shown(r.before)} -> {shown(r.after)}" for r in one)
        root = context.after.base[pair[1]]
        leaves = changed_leaves(context, root)
        yield Explained(
            RULE,
            f"{names}: the same tokens otherwise, all uses follow, the new name was free, "
            "no macro sees the difference",
            tuple(edits),
            context.before.base[pair[0]],
            root,
            kept=leaves,
            touched=leaves,
        )


def _is_open(context: Context, file_b: int, file_a: int) -> bool:
    """Whether a file has edits left, all of them its own, and may be told apart by some words."""
    before, after = context.before.trees[file_b], context.after.trees[file_a]
    if before.language is not after.language or not table_of(before) or not has_lexemes(before):
        return False
    edits = [edit for _, edit in context.of_files(file_b, file_a)]
    is_broken = (before.flags[0] | after.flags[0]) & BROKEN
    return (
        bool(edits)
        and all(
            _is_in(context.before, file_b, edit.before)
            and _is_in(context.after, file_a, edit.after)
            and edit.kind is not EditKind.FILE_MOVE
            and (is_broken or edit.kind not in _NO_NAME)
            for edit in edits
        )
        and 0 < len(words_of(bytes(after.text)) - words_of(bytes(before.text))) < _MANY
    )


_NO_NAME = (EditKind.MOVE, EditKind.INSERT, EditKind.DELETE)  # of trees that can be read
_MANY = 20  # new words of a file


def _is_in(forest: Forest, file: int, node: int) -> bool:
    return node < 0 or forest.base[file] <= node < forest.base[file + 1]


def _together(found: Iterable[list[Renaming]]) -> list[Renaming]:
    """The renamings of all files, those of one word as one."""
    known: dict[tuple[bytes, bytes], Renaming] = {}
    for renaming in (one for ones in found for one in ones):
        if renaming.key in known:
            known[renaming.key].places.update(renaming.places)
        else:
            known[renaming.key] = Renaming(*renaming.key, dict(renaming.places))
    return list(known.values())
