"""What is missing to make the calls of a turn a refactoring, in words an agent can act on.

Which files still import a name from where it was, which code stands twice, which name is used and
defined nowhere. Names, paths and line numbers only, never source text.
"""

from __future__ import annotations

import os
import posixpath
from typing import TYPE_CHECKING

from tracer.model.errors import VcsError
from tracer.model.named_tuple import NamedTuple
from tracer.policy.pairs import units_in
from tracer.policy.proposal import read
from tracer.policy.units import BINDING, FUNCTION, TYPE
from tracer.syntax import parse
from tracer.syntax.detect import is_prose
from tracer.syntax.grammar import Role
from tracer.syntax.tree import LEAF
from tracer.vcs import Git, git_dir

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.model.changes import ChangeSet
    from tracer.model.workspace import Workspace
    from tracer.policy.pairs import Units
    from tracer.policy.units import Unit
    from tracer.syntax import SyntaxTree

_MOST = 12
_LARGEST = 1 << 20
_DEFINED = frozenset({FUNCTION, TYPE, BINDING})


class _Use(NamedTuple):
    """One place where a name stands. `is_import`: in an import; `around` are its words."""

    path: str
    line: int
    is_import: bool
    around: str


def missing(workspace: Workspace, change_set: ChangeSet) -> tuple[str, ...]:
    """What remains to be done, the most telling first; empty where nothing of the kind is found.

    Cost: a parse of the files of the change, and of those that mention a name that went.
    """
    units = units_in(change_set)
    files = _Files(workspace, change_set)
    found = [
        *_left_behind(units, files),
        *_files_gone(change_set, files),
        *_twice(units, files),
        *_nowhere(units, files),
    ]
    said = tuple(dict.fromkeys(found))
    more = len(said) - _MOST
    return (*said[:_MOST], f"{more} more") if more > 0 else said


class _Files:
    """The files as they are now: those of the change, and those that mention a word."""

    def __init__(self, workspace: Workspace, change_set: ChangeSet) -> None:
        self._workspace = workspace
        self.texts = {c.after_path: c.after for c in change_set.files if c.after_path is not None}
        self._touched = self.texts.keys() | {
            c.before_path for c in change_set.files if c.before_path is not None
        }
        self._trees: dict[str, SyntaxTree | None] = {}

    def tree(self, path: str) -> SyntaxTree | None:
        """The tree of a file that is there and not too large."""
        if path not in self._trees:
            text = self.texts.get(path)
            if text is None and path not in self._touched:
                text = read(os.path.join(self._workspace.root, path))
            is_code = text is not None and len(text) <= _LARGEST and not is_prose(path)
            self._trees[path] = parse(text, path=path) if is_code and text is not None else None
        return self._trees[path]

    def mentioning(self, word: str) -> list[str]:
        """The paths of the files in which a word stands."""
        found = {path for path, text in self.texts.items() if text and word.encode() in text}
        if git_dir(self._workspace.root):
            try:
                with Git(self._workspace.root) as git:
                    found.update(p for p in git.mentioning(word) if p not in self._touched)
            except VcsError:
                return sorted(found)
        return sorted(found)

    def uses(self, word: str) -> Iterable[_Use]:
        """The places where a name stands in code."""
        wanted = word.encode()
        for path in self.mentioning(word):
            tree = self.tree(path)
            if tree is None:
                continue
            for row, flags in enumerate(tree.flags):
                if flags & LEAF and wanted in tree.slice(row) and _is_word(tree, row, wanted):
                    yield _use(tree, path, row)


def _is_word(tree: SyntaxTree, row: int, word: bytes) -> bool:
    """Whether a leaf is the name, or an import's text that ends in it."""
    text, roles = tree.slice(row), tree.language.roles[tree.kind[row]]
    if roles & Role.COMMENT:
        return False
    is_name = bool(roles & (Role.IDENTIFIER | Role.MEMBER)) or (
        tree.kind_name(row).endswith("identifier")
    )
    if is_name:
        return text == word
    stem = posixpath.splitext(posixpath.basename(text.decode("utf-8", "replace").strip("\"'")))[0]
    return _import_around(tree, row) >= 0 and stem.encode() == word


def _import_around(tree: SyntaxTree, row: int) -> int:
    roles, kinds = tree.language.roles, tree.kind
    found = -1
    while row > 0:
        if roles[kinds[row]] & Role.IMPORT:
            found = row
        row = tree.parent[row]
    return found


def _use(tree: SyntaxTree, path: str, row: int) -> _Use:
    at = _import_around(tree, row)
    around = tree.slice(at if at >= 0 else tree.parent[row]).decode("utf-8", "replace")
    return _Use(path, tree.line_of(tree.start[row]), at >= 0, around)


def _left_behind(units: Units, files: _Files) -> Iterable[str]:
    """Uses of names that are no longer where they were."""
    defined = {(unit.path, unit.bare) for unit in units.now}
    anywhere = {unit.bare for unit in units.now if unit.kind in _DEFINED}
    for unit in units.gone:
        if unit.kind not in _DEFINED or (unit.path, unit.bare) in defined:
            continue
        home = _home(unit, units)
        uses = list(files.uses(unit.bare))
        left = [use for use in uses if _is_of(use, unit, is_elsewhere=unit.bare in anywhere)]
        for use in left:
            yield f"{use.path}:{use.line} {_still(use, unit, home)}"
        if home is None and not any(use.is_import for use in left):
            where = "and nothing defines it now" if left else "and stands nowhere"
            yield f"{unit.name} is gone from {unit.path} {where}"


def _home(unit: Unit, units: Units) -> Unit | None:
    """Where a unit that went is now: the same under its name, or under another one."""
    alike = [u for u in units.come if u.kind == unit.kind and u.shape == unit.shape]
    named = [u for u in alike if u.bare == unit.bare]
    return next(iter(named or alike), None) or next(
        (u for u in units.come if u.kind == unit.kind and u.bare == unit.bare), None
    )


def _is_of(use: _Use, unit: Unit, *, is_elsewhere: bool) -> bool:
    """Whether a use means what stood in the unit's file.

    One that names that file does; and one in the file itself, or beside it where no import is
    needed, unless the name is defined elsewhere now.
    """
    stem = _stem(unit.path)
    if use.is_import:
        return stem in _words(use.around)
    if f"{stem}.{unit.bare}" in use.around.replace(" ", "") or f"{stem}::{unit.bare}" in use.around:
        return True
    around = unit.name.rpartition(".")[0].rpartition(".")[2]
    if around and f"{around}.{unit.bare}" in use.around:
        return True
    is_beside = posixpath.dirname(use.path) == posixpath.dirname(unit.path)
    return is_beside and not is_elsewhere and "." not in use.around.partition(unit.bare)[0][-1:]


def _still(use: _Use, unit: Unit, home: Unit | None) -> str:
    verb = "still imports" if use.is_import else "still uses"
    if home is None:
        return f"{verb} {unit.bare} of {unit.path}, which has it no longer"
    if home.path == unit.path:
        return f"{verb} {unit.bare}, which is {home.bare} now"
    named = "" if home.bare == unit.bare else f" as {home.bare}"
    return f"{verb} {unit.bare} from {unit.path}; it stands in {home.path}{named} now"


def _files_gone(change_set: ChangeSet, files: _Files) -> Iterable[str]:
    """Imports of files that are no longer there."""
    gone = {c.before_path for c in change_set.files if c.before_path} - files.texts.keys()
    for path in sorted(gone):
        stem = _stem(path)
        if any(_stem(other) == stem for other in files.texts):
            continue
        for use in files.uses(stem):
            if use.is_import:
                yield f"{use.path}:{use.line} still imports {path}, which is gone"


def _twice(units: Units, files: _Files) -> Iterable[str]:
    """Definitions that came while what they came from still stands."""
    for unit in units.come:
        if unit.kind not in (FUNCTION, TYPE):
            continue
        body = unit.shape[unit.head :] if unit.kind == FUNCTION else unit.shape
        for other in _others(unit, units, files):
            if other.kind == unit.kind and other.shape == unit.shape:
                yield f"{unit.name} stands in {unit.path} and as {other.name} in {other.path}"
                break
            if unit.kind == FUNCTION and len(body) > 1 and _holds(other.shape, body):
                yield f"{other.path}: {other.name} still has the code of {unit.name}"
                break


def _others(unit: Unit, units: Units, files: _Files) -> Iterable[Unit]:
    """The units now that are not this one, those of untouched files that mention it included."""
    from tracer.policy.units import units_of  # noqa: PLC0415 - where something came

    yield from (other for other in units.now if other is not unit and other != unit)
    for path in files.mentioning(unit.bare):
        tree = files.tree(path)
        if tree is not None and path not in files.texts:
            yield from (u for u in units_of(tree, path) if u.bare == unit.bare)


def _holds(whole: tuple[bytes, ...], part: tuple[bytes, ...]) -> bool:
    """Whether a run of leaves stands in another one, its outermost brackets aside."""
    core = tuple(text for text in part if text not in (b"{", b"}", b":"))
    rest = tuple(text for text in whole if text not in (b"{", b"}", b":"))
    size = len(core)
    return any(rest[at : at + size] == core for at in range(len(rest) - size))


def _nowhere(units: Units, files: _Files) -> Iterable[str]:
    """New names that are used and that nothing defines or imports; new functions without a use."""
    defined = {unit.bare.encode() for unit in units.now}
    former = {(unit.path, unit.name): unit for unit in units.standing}
    for unit in units.now:
        before = former.get((unit.path, unit.name))
        if before is None or before.texts == unit.texts:
            continue
        known = before.names | defined | _imported(files.tree(unit.path))
        known |= _introduced(unit)
        for token in unit.tokens:
            if token.is_name and token.text not in known:
                name = token.text.decode("utf-8", "replace")
                line = _line(files.tree(unit.path), token.row)
                if not _is_member(unit, token.row) and not _stands_beside(files, unit.path, name):
                    yield f"{unit.path}:{line} uses {name}, which nothing defines"
                    known |= {token.text}
    for unit in units.come:
        if unit.kind == FUNCTION and not any(_is_use(use, unit) for use in files.uses(unit.bare)):
            yield f"{unit.path}:{unit.line} {unit.name} is used nowhere"


def _is_use(use: _Use, unit: Unit) -> bool:
    return (use.path, use.line) != (unit.path, unit.line)


def _introduced(unit: Unit) -> set[bytes]:
    """Names that a unit gives to its parameters and variables."""
    found = {token.text for token in unit.tokens[: unit.head] if token.is_name}
    marks = (b"=", b":=", b":", b"in", b"as", b"=>", b",")
    for token, following in zip(unit.tokens, unit.tokens[1:], strict=False):
        if token.is_name and following.text in marks:
            found.add(token.text)
    return found


def _is_member(unit: Unit, row: int) -> bool:
    """Whether a name is found in another one: `shop.tax`."""
    texts = [token.text for token in unit.tokens if token.row < row]
    return bool(texts) and texts[-1] in (b".", b"::", b"->")


def _imported(tree: SyntaxTree | None) -> set[bytes]:
    """The names that stand in the imports of a file, those in texts included."""
    if tree is None:
        return set()
    found: set[bytes] = set()
    for row, flags in enumerate(tree.flags):
        if flags & LEAF and _import_around(tree, row) >= 0:
            found |= {word.encode() for word in _words(tree.slice(row).decode("utf-8", "replace"))}
    return found


def _stands_beside(files: _Files, path: str, name: str) -> bool:
    """Whether a file that the change leaves alone may define the name: one in the same folder."""
    here = posixpath.dirname(path)
    return any(
        posixpath.dirname(other) == here and other not in files.texts
        for other in files.mentioning(name)
    )


def _line(tree: SyntaxTree | None, row: int) -> int:
    return 0 if tree is None else tree.line_of(tree.start[row])


def _stem(path: str) -> str:
    return posixpath.basename(path).partition(".")[0]


def _words(text: str) -> set[str]:
    return set("".join(c if c.isalnum() or c == "_" else " " for c in text).split())
