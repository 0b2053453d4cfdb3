"""Whether a change can be a part of a refactoring that takes several calls.

Agents move a function by writing it here, deleting it there and correcting the files that import
it, in any order; and so they rename, extract, inline and split. Between the calls behaviour is
broken. What every refactoring keeps is its material: whole units may go and come, names may be
others, but each literal, operator, condition and call that a unit loses stands elsewhere or waits
for a new name to stand for it, and each that a unit gets stood somewhere before.

`edits_beyond` finds where that is not so: a constant changed, a check deleted, a call added. It
proves nothing. Whether all calls together are a refactoring is for the verdict at the turn's end.
"""

from __future__ import annotations

import os
from collections import Counter
from difflib import SequenceMatcher
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from tracer.model.errors import VcsError
from tracer.model.patterns import lazy_pattern
from tracer.policy.units import (
    BINDING,
    FUNCTION,
    STATEMENT,
    TYPE,
    Token,
    Unit,
    imported_in,
    units_of,
)
from tracer.syntax import parse
from tracer.vcs import Git, git_dir

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tracer.model.changes import ChangeSet
    from tracer.model.workspace import Workspace

_MOST_FILES = 20  # files that something which comes is looked for in
_LARGEST = 1 << 20  # bytes of one of them
_MOST_WORDS = 3  # by which code of another name is looked for
_WORD = lazy_pattern(r"[\w.]{3,}")
_SELF = frozenset({b"self", b"this", b"cls", b"super"})
_SEPARATORS = frozenset({b".", b"::", b"->"})
_BINDS = frozenset({b"=", b":=", b":"})


class Edit(NamedTuple):
    """One edit that no refactoring makes: its file, the unit, what it does and with what."""

    path: str
    name: str
    what: str
    texts: tuple[bytes, ...] = ()
    line: int = 0  # where the unit begins

    @property
    def key(self) -> tuple[str, str, str, tuple[bytes, ...]]:
        """The edit, wherever in its file it stands."""
        return (self.path, self.name, self.what, self.texts)

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.what} in {self.name}"


class Units(NamedTuple):
    """The units of a change set: of both versions, and those that only one of them has.

    `same` are units that both have under one name and that differ. `standing` are all units
    before. `defined` are the names that a file gives to things at its top or imports, before.
    """

    gone: tuple[Unit, ...]
    come: tuple[Unit, ...]
    same: tuple[tuple[Unit, Unit], ...]
    standing: tuple[Unit, ...]
    now: tuple[Unit, ...]
    defined: dict[str, frozenset[bytes]]


def is_part(workspace: Workspace, now: ChangeSet, proposed: ChangeSet) -> bool:
    """Whether a proposed change, with what went before, may be part of a refactoring.

    `now` is what went before alone: what it did is not held against the call.
    Cost: one parse of each file of the change; for what comes from elsewhere a `git grep` each.
    """
    found = edits_beyond(workspace, proposed)
    if not found:
        return True
    known = {edit.key for edit in edits_beyond(workspace, now)}
    return all(edit.key in known for edit in found)


def edits_beyond(workspace: Workspace, change_set: ChangeSet) -> list[Edit]:
    """The edits of a change that are no part of any refactoring, in the order of files."""
    units = units_in(change_set)
    paths = {path for c in change_set.files for path in (c.before_path, c.after_path) if path}
    return list(_Judge(units, _Elsewhere(workspace, paths)).edits())


def units_in(change_set: ChangeSet) -> Units:
    """The units of both versions, paired by path and name."""
    before: list[Unit] = []
    after: list[Unit] = []
    defined: dict[str, set[bytes]] = {}
    for change in change_set.files:
        if change.before_path is not None and change.before is not None:
            tree = parse(change.before, path=change.before_path)
            before += units_of(tree, change.before_path)
            defined[change.before_path] = imported_in(tree)
        if change.after_path is not None and change.after is not None:
            after += units_of(parse(change.after, path=change.after_path), change.after_path)
    keyed = _keyed(before), _keyed(after)
    same = [(unit, keyed[1][key]) for key, unit in keyed[0].items() if key in keyed[1]]
    for unit in before:
        defined.setdefault(unit.path, set()).add(unit.bare.encode())
    return Units(
        tuple(unit for key, unit in keyed[0].items() if key not in keyed[1]),
        tuple(unit for key, unit in keyed[1].items() if key not in keyed[0]),
        tuple((one, other) for one, other in same if one.texts != other.texts),
        tuple(before),
        tuple(after),
        {path: frozenset(names) for path, names in defined.items()},
    )


_Key = tuple[str, str, str, object]


def _keyed(units: Iterable[Unit]) -> dict[_Key, Unit]:
    """Units by path, kind, name, and which of that name; statements by what they say."""
    found: dict[_Key, Unit] = {}
    seen: Counter[_Key] = Counter()
    for unit in units:
        what = unit.texts if unit.kind == STATEMENT else None
        name = "" if unit.kind == STATEMENT else unit.name
        key: _Key = (unit.path, unit.kind, name, what)
        seen[key] += 1
        found[unit.path, unit.kind, name, (what, seen[key])] = unit
    return found


class _Elsewhere:
    """Units of files that the change does not touch, looked for by name."""

    def __init__(self, workspace: Workspace, touched: set[str]) -> None:
        self._workspace = workspace
        self._touched = touched
        self._units: dict[str, list[Unit]] = {}
        self._paths: dict[str, list[str]] = {}

    def called(self, name: str) -> Iterable[Unit]:
        """The units of that bare name."""
        if not name.isidentifier():
            return
        for path in self._mentioning(name)[:_MOST_FILES]:
            yield from (unit for unit in self._of_file(path) if unit.bare == name)

    def with_words_of(self, unit: Unit) -> Iterable[Unit]:
        """The units of files in which the longest words of a unit stand, its name aside."""
        texts = {token.text.decode("utf-8", "replace") for token in unit.tokens}
        words = [text for text in texts - {unit.bare} if _WORD.fullmatch(text)]
        paths: list[str] | None = None
        for word in sorted(words, key=lambda text: (-len(text), text))[:_MOST_WORDS]:
            found = self._mentioning(word)
            paths = found if paths is None else [path for path in paths if path in found]
        for path in (paths or ())[:_MOST_FILES]:
            yield from self._of_file(path)

    def _of_file(self, path: str) -> list[Unit]:
        if path not in self._units:
            text = _read(os.path.join(self._workspace.root, path))
            self._units[path] = [] if text is None else units_of(parse(text, path=path), path)
        return self._units[path]

    def _mentioning(self, name: str) -> list[str]:
        if name not in self._paths:
            found: list[str] = []
            if git_dir(self._workspace.root):
                try:
                    with Git(self._workspace.root) as git:
                        found = git.mentioning(name)
                except VcsError:  # nobody knows, so nothing stands elsewhere
                    found = []
            self._paths[name] = [path for path in found if path not in self._touched]
        return self._paths[name]


class _Judge:
    """One change, looked at unit by unit."""

    def __init__(self, units: Units, elsewhere: _Elsewhere) -> None:
        self._units = units
        self._elsewhere = elsewhere
        self._coming = {unit.bare.encode() for unit in units.come}
        self._moving = self._coming | {unit.bare.encode() for unit in units.gone}
        self._left = {unit.path for unit in units.now}

    def edits(self) -> Iterable[Edit]:
        for unit in self._units.gone:
            if unit.kind == STATEMENT and not self._is_kept(unit):
                yield Edit(unit.path, unit.name, "statement deleted", unit.texts, unit.line)
        for unit in self._units.come:
            if not self._has_source(unit):
                yield Edit(unit.path, unit.name, f"new {unit.kind}", unit.texts, unit.line)
        for before, after in self._units.same:
            yield from self._changed(before, after)

    def _is_kept(self, unit: Unit) -> bool:
        """Whether a statement at the top of a file went with it, or stands elsewhere now."""
        if unit.path not in self._left:
            return True
        return any(unit.shape == other.shape for other in self._units.now)

    def _sources(self, wanted: Unit) -> Iterable[Unit]:
        """Units from which one may come: those of its name first, those of other files last."""
        standing = self._units.standing
        yield from (unit for unit in standing if unit.bare == wanted.bare)
        yield from (unit for unit in standing if unit.bare != wanted.bare)
        yield from self._elsewhere.called(wanted.bare)
        yield from self._elsewhere.with_words_of(wanted)

    def _has_source(self, unit: Unit) -> bool:
        """Whether a unit that comes stood elsewhere before, or is taken out of one."""
        own = unit.bare.encode()
        for source in self._sources(unit):
            if self._is_same(source, unit, own):
                return True
            if unit.kind != STATEMENT and self._is_taken_out(source, unit):
                return True
        if unit.kind == TYPE:  # what it holds is looked at by itself
            return not unit.content
        return False

    def _is_same(self, source: Unit, unit: Unit, name: bytes) -> bool:
        """Whether a unit is another one under a new name or in a new place."""
        if source.kind != unit.kind:
            return False
        if source.shape == unit.shape:
            return not self._strange_names(source, unit, own={source.bare.encode(): name})
        is_namesake = source.kind == FUNCTION and source.bare == unit.bare
        return is_namesake and not any(self._changed(source, unit))

    def _is_taken_out(self, source: Unit, unit: Unit) -> bool:
        """Whether all that a unit does stands, in this order, in another one."""
        doing = unit.tokens[unit.head :] if unit.kind == FUNCTION else unit.tokens
        content = [token.text for token in doing if token.is_content]
        if not _is_subsequence(content, source.content):
            return False
        if unit.kind == BINDING:
            return bool(content)
        known = source.names | unit.names.intersection(t.text for t in unit.tokens[: unit.head])
        used = {token.text for token in doing if token.is_name}
        return bool(content or used & source.names) and used <= known | self._coming | _SELF

    def _strange_names(
        self, before: Unit, after: Unit, own: dict[bytes, bytes] | None = None
    ) -> tuple[bytes, ...]:
        """Names that units of one shape have otherwise, where that is no new name for a thing."""
        called: dict[bytes, bytes] = dict(own or {})
        taken = before.names | self._units.defined.get(before.path, frozenset())
        former: dict[bytes, bytes] = {}
        for one, other in zip(before.tokens, after.tokens, strict=True):
            if not one.is_name or one.text == other.text:
                continue
            known = called.setdefault(one.text, other.text)
            is_new = self._is_known(before, one.text) and (
                other.text not in taken or other.text in self._coming
            )
            is_own = (own or {}).get(one.text) == other.text
            if known != other.text or former.setdefault(other.text, one.text) != one.text:
                return (one.text, other.text)
            if not is_new and not is_own:
                return (one.text, other.text)
        return ()

    def _is_known(self, unit: Unit, name: bytes) -> bool:
        """Whether a name is one of the program's own, which may get another one.

        What stands only once in the unit and is defined nowhere is a library's.
        """
        if unit.texts.count(name) > 1 or name in _texts(unit.tokens[: unit.head]):
            return True
        if any(name in names for names in self._units.defined.values()) or name in self._coming:
            return True
        if name in _bound(unit.tokens):
            return True
        return any(True for _ in self._elsewhere.called(name.decode("utf-8", "replace")))

    def _changed(self, before: Unit, after: Unit) -> Iterable[Edit]:
        """What the two versions of one unit have that makes them two things."""
        if before.shape == after.shape:
            strange = self._strange_names(before, after)
            if strange:
                yield Edit(after.path, after.name, "another name", strange, after.line)
            return
        lost, added = _differences(before.tokens, after.tokens)
        taken = before.names | self._units.defined.get(before.path, frozenset())
        fresh = {t.text for t in added if t.is_name and t.text not in taken} | {
            t.text for t in added if t.is_name and t.text in self._coming
        }
        yield from self._too_much(before, after, (lost, added), fresh)
        yield from self._too_little(before, after, (lost, added), fresh)

    def _too_much(
        self, before: Unit, after: Unit, hunks: tuple[list[Token], list[Token]], fresh: set[bytes]
    ) -> Iterable[Edit]:
        """Content and calls that stood nowhere before."""
        lost, added = hunks
        content = _content(added) - _content(lost)
        names = _names(added, self._moving) - _names(lost, frozenset())
        inlined = [
            source
            for name in sorted({t.text for t in lost if t.is_name})
            for source in self._sources_called(name.decode("utf-8", "replace"))
        ]
        for source in inlined:
            content -= Counter(source.content)
            names -= Counter(t.text for t in source.tokens if t.is_name)
        content -= Counter(dict.fromkeys(self._moving, 9))  # texts that spell what moves
        if content:
            what = "code added"
            yield Edit(after.path, after.name, what, tuple(sorted(content.elements())), after.line)
        bound = _bound(after.tokens)
        strange = [
            name
            for name in names
            if name not in self._coming
            and name not in before.names
            and not (name in fresh and (_has_code(lost) or name in bound))
        ]
        more = Counter({n: c for n, c in names.items() if n in before.names and n not in bound})
        if strange:
            what = "names added"
            yield Edit(after.path, after.name, what, tuple(sorted(strange)), after.line)
        elif more and not fresh and not inlined:
            what = "names added"
            yield Edit(after.path, after.name, what, tuple(sorted(more.elements())), after.line)

    def _too_little(
        self, before: Unit, after: Unit, hunks: tuple[list[Token], list[Token]], fresh: set[bytes]
    ) -> Iterable[Edit]:
        """Content and calls that are gone, and that nothing stands for."""
        lost, added = hunks
        content = _content(lost) - _content(added) - Counter(dict.fromkeys(self._moving, 9))
        names = _names(lost, frozenset()) - _names(added, frozenset())
        if (not content and not names) or fresh:
            return
        if self._is_inlined(lost, added):
            return
        wanted = content + names
        for unit in self._units.come:
            is_called = unit.bare != before.bare and unit.bare.encode() in after.names
            if is_called and not wanted - Counter(unit.texts):
                return
        if not content and set(names) <= _bound(before.tokens):
            return  # the value stands where the variable did
        lacks = tuple(sorted(wanted.elements()))
        yield Edit(before.path, before.name, "code deleted", lacks, before.line)

    def _is_inlined(self, lost: Sequence[Token], added: Sequence[Token]) -> bool:
        """Whether a call gave way to what the function it calls does."""
        got = _content(added)
        return bool(added) and any(
            not got - Counter(source.content)
            for name in sorted({t.text for t in lost if t.is_name})
            for source in self._sources_called(name.decode("utf-8", "replace"))
        )

    def _sources_called(self, name: str) -> Iterable[Unit]:
        for unit in self._units.standing:
            if unit.bare == name and unit.kind in (FUNCTION, BINDING):
                yield unit
        yield from self._elsewhere.called(name)


def _has_code(lost: Sequence[Token]) -> bool:
    """Whether code went for which a new name may stand."""
    return any(token.is_content or token.is_name for token in lost)


def _differences(
    before: Sequence[Token], after: Sequence[Token]
) -> tuple[list[Token], list[Token]]:
    """The tokens only one of two versions has."""
    matcher = SequenceMatcher(
        None, [t.text for t in before], [t.text for t in after], autojunk=False
    )
    lost: list[Token] = []
    added: list[Token] = []
    for tag, b1, b2, a1, a2 in matcher.get_opcodes():
        if tag != "equal":
            lost += before[b1:b2]
            added += after[a1:a2]
    return lost, added


def _texts(tokens: Iterable[Token]) -> set[bytes]:
    return {token.text for token in tokens}


def _content(tokens: Iterable[Token]) -> Counter[bytes]:
    return Counter(token.text for token in tokens if token.is_content)


def _names(tokens: Sequence[Token], moving: set[bytes] | frozenset[bytes]) -> Counter[bytes]:
    """Names, but for those that only say where another one is found."""
    found: Counter[bytes] = Counter()
    for at, token in enumerate(tokens):
        if not token.is_name or token.text in _SELF or token.text in moving:
            continue
        if at + 1 < len(tokens) and tokens[at + 1].text in _SEPARATORS:
            continue
        found[token.text] += 1
    return found


def _bound(tokens: Sequence[Token]) -> set[bytes]:
    """Names that stand before `=`."""
    return {
        token.text
        for token, following in pairwise(tokens)
        if token.is_name and following.text in _BINDS
    }


def _is_subsequence(part: Sequence[bytes], whole: Sequence[bytes]) -> bool:
    rest = iter(whole)
    return all(text in rest for text in part)


def _read(path: str) -> bytes | None:
    """The bytes of a file that is not too large, None where there is none."""
    try:
        with open(path, "rb") as file:
            text = file.read(_LARGEST + 1)
    except OSError:
        return None
    return text if len(text) <= _LARGEST else None
