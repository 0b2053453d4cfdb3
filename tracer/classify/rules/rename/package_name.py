"""`rename_word`, where a word is one package's: it is another word at every place of the package.

For languages in which a name with a small first letter is known in one folder only (table
`package_words`). Side conditions:

- the word is that of a definition, none of the language's own, and private on both sides;
- no leaf of any file of the folder had the new word; none keeps the former one, but for those of
  another sort: members (behind a point, as a key, where they are declared) and other names. A
  member is declared among what is renamed;
- no text and no comment for tools spells the word, no code of another language is in the folder, no
  file of it prints names of types or fields, or looks them up, if it is one (nor prints anything
  by a computed format);
- the world is closed, or no other file has one of the words.

Keys: `kinds` of leaves that are names, those of them that name `members`, and kinds in which a
name may be the `keys` of one; `declared`: kinds and fields that define; `private`: what such a name
looks like, `predeclared`: names of the language; `texts`: kinds of text; `unless`: a text of
files that other languages may read, `comments` that tools read, `readers`: texts of files that read
names of what is declared at `read`.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Any

from tracer.classify.change.change import Context, Explained
from tracer.classify.change.edits import EditKind
from tracer.classify.change.refusals import Asks, Refusal
from tracer.classify.equality.subtree_equality import is_broken
from tracer.model.named_tuple import NamedTuple
from tracer.semantics.language.tables import is_at, positions, tables_of
from tracer.semantics.reflection.lookups.computed_names import why_composed
from tracer.semantics.reflection.readers.computed_formats import Formats
from tracer.syntax.grammar import Role
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.matching import Forest
    from tracer.syntax import SyntaxTree

RULE = "rename_word"


class Renaming(NamedTuple):
    """Every update of one word to one other in a folder: edit index by node before, and images."""

    folder: str
    before: bytes
    after: bytes
    edits: dict[int, int]
    images: dict[int, int]


def explain(context: Context) -> Iterator[Explained]:
    """Words of one package that are other words, one explanation each."""
    for renaming in _renamings(context):
        problem = _problem(context, renaming)
        if problem:
            context.note(renaming.edits.values(), problem)
            continue
        count = len(renaming.images)
        yield Explained.of_renaming(
            RULE,
            f"{_shown(renaming.before)} -> {_shown(renaming.after)}: all {count} places in "
            "the package, which alone can have the name; the new one was free",
            renaming.edits.values(),
            renaming.images,
        )


def _renamings(context: Context) -> list[Renaming]:
    found: dict[tuple[str, bytes, bytes], Renaming] = {}
    for index, edit in context.of_kind(EditKind.UPDATE):
        tree, row = context.tree_before(edit.before)
        table = _table(tree)
        if not table or not context.is_sound(edit) or tree.kind_name(row) not in table["kinds"]:
            continue
        tree_a, row_a = context.tree_after(edit.after)
        folder = posixpath.dirname(context.before.paths[context.before.locate(edit.before)[0]])
        key = folder, tree.slice(row), tree_a.slice(row_a)
        known = found.setdefault(key, Renaming(*key, {}, {}))
        known.edits[edit.before] = index
        known.images[edit.before] = edit.after
    return list(found.values())


def _table(tree: SyntaxTree) -> dict[str, Any]:
    table: dict[str, Any] = tables_of(tree.language).raw.get("package_words") or {}
    return table


def _shown(word: bytes) -> str:
    return word.decode("utf-8", "replace")


def _problem(context: Context, renaming: Renaming) -> str | None:
    tree, _ = context.tree_before(min(renaming.edits))
    table = _table(tree)
    words = _shown(renaming.before), _shown(renaming.after)
    for word in words:
        is_own = word in table["predeclared"] or tables_of(tree.language).is_reserved(word)
        if is_own:
            sentence = f"{word} has a meaning of its own"
            is_use = not _declares(context, renaming, table)
            return Refusal.of(Asks.MEANING, sentence) if is_use else sentence
        if not re.match(table["private"], word):
            return Refusal.of(Asks.NAMES, f"{word} can be named by other packages")
    if not context.is_closed_for(*words):
        return f"other files may use {words[0]}"
    return (
        _read_by_others(context, renaming, table)
        or _kept(context, renaming, table)
        or _free_after(context, renaming)
        or why_composed(context, words, in_prose=True, is_after=False)
    )


def _declares(context: Context, renaming: Renaming, table: dict[str, Any]) -> bool:
    """Whether one of the places defines what has the word; `a int` and `a t` only use it."""
    return any(
        is_at(tree, row, positions(table["declared"]))
        for tree, row in map(context.tree_before, renaming.edits)
    )


def _files(forest: Forest, folder: str, word: bytes) -> Iterator[tuple[int, SyntaxTree]]:
    """The files of a folder in which a word stands, comments and texts included."""
    for file, tree in enumerate(forest.trees):
        if posixpath.dirname(forest.paths[file]) == folder and word in tree.text:
            yield file, tree


def _read_by_others(context: Context, renaming: Renaming, table: dict[str, Any]) -> str | None:
    """Whether a tool, another language or the program itself may read the name."""
    forest, word = context.before, renaming.before
    spelled = re.compile(rb"(?<!\w)" + re.escape(word) + rb"(?!\w)")
    comments = re.compile(table["comments"].encode(), re.MULTILINE)
    readers, read = re.compile(table["readers"].encode()), positions(table["read"])
    package: list[SyntaxTree] = []
    is_read = any(is_at(*context.tree_before(node), read) for node in renaming.edits)
    for file, tree in enumerate(forest.trees):
        if _table(tree) and any(
            spelled.search(match.group()) for match in comments.finditer(bytes(tree.text))
        ):
            return f"a comment for tools spells {_shown(word)}"
        if posixpath.dirname(forest.paths[file]) != renaming.folder:
            continue
        if not _table(tree):
            if spelled.search(tree.text):
                return f"{forest.paths[file]} may read {_shown(word)}"
            continue
        if re.search(table["unless"].encode(), tree.text, re.MULTILINE):
            return f"{forest.paths[file]} has code of another language"
        if is_read and readers.search(tree.text):
            return f"{forest.paths[file]} may read names of fields and types"
        package.append(tree)
    printing = Formats(package, table["formats"]).computed() if is_read else ""
    return f"{printing} may print names of fields and types" if printing else None


def _kept(context: Context, renaming: Renaming, table: dict[str, Any]) -> str | None:
    """Whether the word stays somewhere as the same sort of name, or the new one is there."""
    forest, keys = context.before, positions(table["keys"])
    members, declared = frozenset(table["members"]), positions(table["declared"])
    is_declared, sorts = False, set()
    left: set[bool] = set()
    for file, tree in _files(forest, renaming.folder, renaming.before):
        base = forest.base[file]
        if is_broken(tree, 0):
            return f"not all of {forest.paths[file]} can be read"
        for row in _leaves(tree, renaming.before):
            kind = tree.kind_name(row)
            is_member = kind in members or is_at(tree, row, keys)
            if kind not in table["kinds"]:
                if tree.language.roles[tree.kind[row]] & Role.LITERAL or kind in table["texts"]:
                    return Refusal.of(Asks.NAMES, f"a text spells {_shown(renaming.before)}")
                left.add(False)
            elif base + row not in renaming.edits:
                left.add(is_member)
            else:
                sorts.add(is_member)
                is_declared = is_declared or is_at(tree, row, declared)
    if any(True for _, tree in _files(forest, renaming.folder, renaming.after)
           for _ in _leaves(tree, renaming.after)):  # fmt: skip
        return Refusal.of(Asks.MEANING, f"{_shown(renaming.after)} is there already")
    if not is_declared:
        return f"{_shown(renaming.before)} is defined elsewhere"
    if left and (sorts != {True} or True in left):
        return f"a use of {_shown(renaming.before)} keeps the name"
    return None


def _leaves(tree: SyntaxTree, word: bytes) -> Iterator[int]:
    """The leaves that are a word."""
    flags, start, end, text = tree.flags, tree.start, tree.end, tree.text
    size = len(word)
    for row in range(len(tree)):
        if (
            flags[row] & LEAF
            and end[row] - start[row] == size
            and text[start[row] : end[row]] == word
        ):
            yield row


def _free_after(context: Context, renaming: Renaming) -> str | None:
    """Whether the new word stands in the folder after the change where no place was renamed."""
    forest, images = context.after, set(renaming.images.values())
    for file, tree in _files(forest, renaming.folder, renaming.after):
        if any(forest.base[file] + row not in images for row in _leaves(tree, renaming.after)):
            return f"{_shown(renaming.after)} already means something"
    return None
