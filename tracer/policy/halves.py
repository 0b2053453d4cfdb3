"""Whether a change is one half of a refactoring that takes several calls.

Agents rename a function in one file and its uses in the next, and move one by deleting it here
and writing it there, or the other way round. By itself each half changes behaviour. It counts as
a half when nothing else in it does:

- with no other file using the names it changes, it would be a refactoring; or
- names have another name at some of their places, and would be refactored at all of them; or
- what is left when the definitions that go, those that come and stand elsewhere already, and the
  imports are taken out is a refactoring, or nothing.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from tracer.classify import classify
from tracer.engine.mentions import public_in
from tracer.fingerprint import fingerprint
from tracer.matching import match
from tracer.model.changes import ChangeSet
from tracer.model.enums import Rung, Verdict
from tracer.model.errors import VcsError
from tracer.syntax import parse
from tracer.syntax.grammar import Role
from tracer.syntax.names import elements
from tracer.syntax.tree import LEAF
from tracer.vcs import Git, git_dir

if TYPE_CHECKING:
    from array import array

    from tracer.matching import NodeMapping
    from tracer.matching.forest import Forest
    from tracer.model.workspace import Workspace
    from tracer.syntax import SyntaxTree
    from tracer.syntax.names import Element

# Kinds of definitions that run nothing where they stand.
_TRAVEL = frozenset({"function", "class", "interface", "struct", "enum", "type", "impl"})
_DOCUMENTATION = "documentation changed"  # a file that comes may say what it is for
_MOST_NAMES = 20  # that one change may give to things
_MOST_FILES = 20  # files a definition that comes is looked for in
_LARGEST = 1 << 20  # bytes of one of them


class _Cut(NamedTuple):
    """Bytes of one file that belong to definitions which travel, or to imports."""

    start: int
    end: int


def is_half(workspace: Workspace, change_set: ChangeSet) -> bool:
    """Whether the change would be a refactoring if other calls completed it.

    Cost: two to four matches of the change; for definitions that come, one `git grep` each.
    """
    mapping = match(change_set)
    if not _evolved(workspace, change_set, mapping):
        return True
    for roles in (Role.IDENTIFIER, Role.IDENTIFIER | Role.MEMBER):
        renamed = _renamed(mapping, roles)
        if renamed is not None and not _evolved(workspace, renamed, match(renamed)):
            return True
    rest = _rest(workspace, change_set, mapping)
    if rest is None:
        return False
    new = {change.after_path for change in change_set.files if change.before_path is None}
    return all(
        path in new and rule == _DOCUMENTATION
        for path, rule in _evolved(workspace, rest, match(rest))
    )


def _evolved(
    workspace: Workspace, change_set: ChangeSet, mapping: NodeMapping
) -> list[tuple[str | None, str]]:
    """(path, kind) of what is no refactoring as far as the files of the change tell."""
    found = classify(mapping, mentions=public_in(workspace, change_set)).verdict
    return [
        (file.after, change.rule)
        for file in found.files
        for change in file.changes
        if change.verdict is Verdict.INTENT_EVOLUTION
    ]


def _renamed(mapping: NodeMapping, roles: int) -> ChangeSet | None:
    """The change with its new names at all places of the former ones; None where all have them."""
    new: dict[bytes, bytes] = {}
    before, after = mapping.before, mapping.after
    for tree, base in zip(after.trees, after.base, strict=False):
        kinds = tree.language.roles
        for row, flags in enumerate(tree.flags):
            if not (flags & LEAF and kinds[tree.kind[row]] & roles):
                continue
            partner = mapping.to_before[base + row]
            if partner < 0:
                continue
            tree_b, row_b = before.tree_of(partner)
            former, name = tree_b.slice(row_b), tree.slice(row)
            if former != name and new.setdefault(former, name) != name:
                return None
    if not new or len(new) > _MOST_NAMES:
        return None
    old = {path: tree.text for path, tree in zip(before.paths, before.trees, strict=True)}
    texts = {
        path: _with_names(tree, roles, new)
        for path, tree in zip(after.paths, after.trees, strict=True)
    }
    is_other = any(texts[path] != t.text for path, t in zip(after.paths, after.trees, strict=True))
    return ChangeSet.from_texts(old, texts) if is_other else None


def _with_names(tree: SyntaxTree, roles: int, new: dict[bytes, bytes]) -> bytes:
    """The text of a file with other names for some."""
    kept, position, kinds = [], 0, tree.language.roles
    for row, flags in enumerate(tree.flags):
        if flags & LEAF and kinds[tree.kind[row]] & roles and tree.slice(row) in new:
            kept += [tree.text[position : tree.start[row]], new[tree.slice(row)]]
            position = tree.end[row]
    return b"".join([*kept, tree.text[position:]])


def _rest(workspace: Workspace, change_set: ChangeSet, mapping: NodeMapping) -> ChangeSet | None:
    """The change without what travels; None where nothing does, or something new comes."""
    before, gone = _without(mapping.before, mapping.to_after)
    after, come = _without(mapping.after, mapping.to_before)
    if not gone and not come:
        return None
    touched = {path for c in change_set.files for path in (c.before_path, c.after_path) if path}
    if not all(_stands_elsewhere(workspace, touched, *item) for item in come):
        return None
    for path, text in after.items():
        before.setdefault(path, b"" if text.strip() else text)  # of a file that comes
    return ChangeSet.from_texts(before, after)


def _without(
    forest: Forest, partners: array[int]
) -> tuple[dict[str, bytes], list[tuple[SyntaxTree, Element]]]:
    """The texts without imports and definitions that have no partner; and those definitions."""
    texts = {}
    alone: list[tuple[SyntaxTree, Element]] = []
    for file, path in enumerate(forest.paths):
        tree, base = forest.trees[file], forest.base[file]
        cuts = [_Cut(tree.start[row], tree.end[row]) for row in _imports(tree)]
        inside = 0  # where the definition ends whose parts do not count
        for element in forest.elements(file):
            if element.row < inside:
                continue
            travels = element.kind in _TRAVEL
            if travels and partners[base + element.row] < 0:
                alone.append((tree, element))
                cuts.append(_Cut(tree.start[element.outer], tree.end[element.outer]))
                inside = tree.stop[element.outer]
            elif element.kind == "function" or not travels:
                inside = tree.stop[element.row]
        texts[path] = _cut(tree.text, cuts)
    return texts, alone


def _imports(tree: SyntaxTree) -> list[int]:
    """The rows of imports at the top of a file."""
    roles, kind = tree.language.roles, tree.kind
    return [row for row in tree.children(0) if roles[kind[row]] & Role.IMPORT]


def _cut(text: bytes, cuts: list[_Cut]) -> bytes:
    kept, position = [], 0
    for cut in sorted(cuts):
        kept.append(text[position : cut.start])
        position = max(position, cut.end)
    return b"".join([*kept, text[position:]])


def _stands_elsewhere(
    workspace: Workspace, touched: set[str], tree: SyntaxTree, element: Element
) -> bool:
    """Whether another file on disk has the same definition under the same name."""
    name = _bare(element)
    wanted = fingerprint(tree).digest(Rung.NORMAL, element.row)
    try:
        with Git(workspace.root) as git:
            paths = git.mentioning(name) if git_dir(workspace.root) else []
    except VcsError:
        return False
    others = [path for path in paths if path not in touched]
    for path in others[:_MOST_FILES]:
        text = _read(os.path.join(workspace.root, path))
        if text is None:
            continue
        other = parse(text, path=path)
        prints = fingerprint(other)
        for known in elements(other):
            if _bare(known) == name and prints.digest(Rung.NORMAL, known.row) == wanted:
                return True
    return False


def _bare(element: Element) -> str:
    return element.name.rpartition(".")[2]


def _read(path: str) -> bytes | None:
    try:
        with open(path, "rb") as file:
            text = file.read(_LARGEST + 1)
    except OSError:
        return None
    return text if len(text) <= _LARGEST else None
