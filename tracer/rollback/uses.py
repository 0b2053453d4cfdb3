"""Later code that uses a name which an undo would take away."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple
from tracer.semantics.names.occurrences import Names, Use
from tracer.syntax import parse
from tracer.syntax.names import elements
from tracer.vcs.files import is_sidecar, read_if_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tracer.model.workspace import Workspace
    from tracer.syntax import SyntaxTree
    from tracer.vcs import Git

_LARGEST = 1 << 20  # bytes of a file that is still searched for names


class Used(NamedTuple):
    """A line (1-based) that uses a name; `own_text` is the file's text it is counted in."""

    path: str
    line: int
    name: str
    own_text: bytes


def lost_uses(
    workspace: Workspace,
    git: Git | None,
    now: Mapping[str, bytes],
    undone: Mapping[str, bytes | None],
) -> Iterator[Used]:
    """Uses that would be left without their definition, in the files undone and all others.

    `now` and `undone` are the changed files' texts by path. A use in a file undone is counted
    in the lines after the undo.
    """
    trees_now = {path: parse(text, path=path) for path, text in now.items()}
    trees_undone = {
        path: parse(text, path=path) for path, text in undone.items() if text is not None
    }
    gone = _defined(trees_now.values()) - _defined(trees_undone.values())
    for path, tree in trees_undone.items():
        names = Names(tree)
        for word in sorted(gone):
            for found in names.occurrences(word):
                if found.use is not Use.DATA and names.scope_of(found, word) < 0:
                    yield Used(path, tree.line_of(tree.start[found.row]), word, tree.text)
        for used in _unbound(trees_now.get(path), names, gone):
            yield used._replace(path=path)
    yield from _elsewhere(workspace, git, gone, set(now) | set(undone))


def _unbound(now: SyntaxTree | None, undone: Names, known: set[str]) -> Iterator[Used]:
    """Names that a scope of the file binds now and none would bind any more."""
    if now is None:
        return
    before, tree = Names(now), undone.tree
    for word in sorted((_words(now) & _words(tree)) - known):
        if not any(found.scope >= 0 for found in before.occurrences(word)):
            continue
        free = {_line_text(now, row) for row in _free(before, word)}
        for row in _free(undone, word):
            if _line_text(tree, row) not in free:
                yield Used("", tree.line_of(tree.start[row]), word, tree.text)


def _free(names: Names, word: str) -> Iterator[int]:
    """Rows where a word is a name that no scope of the file binds."""
    for found in names.occurrences(word):
        if found.use is Use.NAME and names.scope_of(found, word) < 0:
            yield found.row


def _line_text(tree: SyntaxTree, row: int) -> bytes:
    start = tree.line_starts[tree.line_of(tree.start[row]) - 1]
    return tree.text[start:].partition(b"\n")[0].strip()


_WORD = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")


def _words(tree: SyntaxTree) -> set[str]:
    return set(_WORD.findall(tree.text.decode("utf-8", "replace")))


def _defined(trees: Iterable[SyntaxTree]) -> set[str]:
    """Last parts of the names of all definitions."""
    return {element.name.rpartition(".")[2] for tree in trees for element in elements(tree)}


def _elsewhere(
    workspace: Workspace, git: Git | None, gone: set[str], known: set[str]
) -> Iterator[Used]:
    """Uses of vanished definitions in files that the undo leaves alone."""
    plain = sorted(name for name in gone if _WORD.fullmatch(name))
    if not plain or git is None:
        return
    pattern = re.compile(rb"\b(?:%s)\b" % b"|".join(re.escape(n.encode()) for n in plain))
    for path in git.files():
        if path in known or is_sidecar(path):
            continue
        text = read_if_file(os.path.join(workspace.root, path))
        if text is None or len(text) > _LARGEST or not pattern.search(text):
            continue
        tree = parse(text, path=path)
        names, own = Names(tree), _defined([tree])
        for name in plain:
            if name in own:
                continue
            for found in names.occurrences(name):
                if found.use is not Use.DATA:
                    yield Used(path, tree.line_of(tree.start[found.row]), name, text)
