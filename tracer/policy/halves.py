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
from itertools import pairwise
from typing import TYPE_CHECKING

from tracer.model.errors import VcsError
from tracer.model.named_tuple import NamedTuple
from tracer.model.patterns import lazy_pattern
from tracer.policy.pairs import Units, units_in
from tracer.policy.tokens import (
    SELF,
    bound_in,
    content_of,
    differences,
    functions_in,
    has_code,
    is_subsequence,
    names_in,
    texts_of,
    unqualified,
    values_in,
)
from tracer.policy.units import (
    BINDING,
    FUNCTION,
    STATEMENT,
    TYPE,
    Token,
    Unit,
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
        if self._is_said_again(unit, self._units.come):
            return True
        return any(unit.shape == other.shape for other in self._units.now)

    def _is_said_again(self, unit: Unit, others: Iterable[Unit]) -> bool:
        """Whether a statement is one of the others, but for where a name that moves is found."""
        said = unqualified(unit.tokens, self._moving)
        return any(
            other.kind == STATEMENT and unqualified(other.tokens, self._moving) == said
            for other in others
        )

    def _sources(self, wanted: Unit) -> Iterable[Unit]:
        """Units from which one may come: those of its name first, those of other files last."""
        standing = self._units.standing
        yield from (unit for unit in standing if unit.bare == wanted.bare)
        yield from (unit for unit in standing if unit.bare != wanted.bare)
        yield from self._elsewhere.called(wanted.bare)
        yield from self._elsewhere.with_words_of(wanted)

    def _has_source(self, unit: Unit) -> bool:
        """Whether a unit that comes stood elsewhere before, or is taken out of one."""
        if unit.kind == STATEMENT and self._is_said_again(unit, self._units.gone):
            return True
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
        if not is_subsequence(content, source.content):
            return False
        if unit.kind == BINDING:
            return bool(content)
        known = source.names | unit.names.intersection(t.text for t in unit.tokens[: unit.head])
        used = {token.text for token in doing if token.is_name}
        return bool(content or used & source.names) and used <= known | self._coming | SELF

    def _strange_names(
        self, before: Unit, after: Unit, own: dict[bytes, bytes] | None = None
    ) -> tuple[bytes, ...]:
        """Names that units of one shape have otherwise, where that is no new name for a thing."""
        called: dict[bytes, bytes] = dict(own or {})
        taken = self._taken(before)
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
        if unit.texts.count(name) > 1 or name in texts_of(unit.tokens[: unit.head]):
            return True
        if any(name in names for names in self._units.defined.values()) or name in self._coming:
            return True
        if name in bound_in(unit.tokens):
            return True
        return any(True for _ in self._elsewhere.called(name.decode("utf-8", "replace")))

    def _changed(self, before: Unit, after: Unit) -> Iterable[Edit]:
        """What the two versions of one unit have that makes them two things."""
        if before.shape == after.shape:
            strange = self._strange_names(before, after)
            if strange and not self._is_call_of_new(before, after):
                yield Edit(after.path, after.name, "another name", strange, after.line)
                return
            if not strange:
                return
        lost, added = differences(before.tokens, after.tokens)
        taken = self._taken(before)
        fresh = {t.text for t in added if t.is_name and t.text not in taken} | {
            t.text for t in added if t.is_name and t.text in self._coming
        }
        yield from self._too_much(before, after, (lost, added), fresh)
        yield from self._too_little(before, after, (lost, added), fresh)

    def _taken(self, unit: Unit) -> frozenset[bytes]:
        """The names that mean something where a unit stood."""
        return unit.names | self._units.defined.get(unit.path, frozenset())

    def _is_call_of_new(self, before: Unit, after: Unit) -> bool:
        """Whether a function that is new is called where another one was, in units of one shape.

        One that comes, or a method of the object's own that may come later.
        """
        taken, tokens = self._taken(before), after.tokens
        return any(
            name.text in self._coming or (tokens[at - 2].text in SELF and name.text not in taken)
            for at, (name, following) in enumerate(pairwise(tokens))
            if at > 1 and following.text == b"(" and before.tokens[at].text != name.text
        )

    def _too_much(
        self, before: Unit, after: Unit, hunks: tuple[list[Token], list[Token]], fresh: set[bytes]
    ) -> Iterable[Edit]:
        """Content and calls that stood nowhere before."""
        lost, added = hunks
        content = content_of(added) - content_of(lost)
        names = names_in(added, self._moving) - names_in(lost, frozenset())
        inlined = [
            source
            for name in sorted({t.text for t in lost if t.is_name})
            for source in self._sources_called(name.decode("utf-8", "replace"))
        ]
        for source in inlined:  # at each of its calls
            for token in source.tokens:
                content.pop(token.text, None)
                names.pop(token.text, None)
        for token in _expected(before, after, hunks, fresh):
            content.pop(token.text, None)
            names.pop(token.text, None)
        content -= Counter(dict.fromkeys(self._moving, 9))  # texts that spell what moves
        if content:
            what = "code added"
            yield Edit(after.path, after.name, what, tuple(sorted(content.elements())), after.line)
        bound = bound_in(after.tokens)
        strange = [
            name
            for name in names
            if name not in self._coming
            and name not in before.names
            and not (name in fresh and (has_code(lost) or name in bound))
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
        content = content_of(lost) - content_of(added) - Counter(dict.fromkeys(self._moving, 9))
        names = names_in(lost, frozenset()) - names_in(added, frozenset())
        if (not content and not names) or fresh:
            return
        if self._is_inlined(lost, added):
            return
        wanted = content + names - _awaited(before, after)
        if not wanted:
            return
        for unit in self._units.come:
            is_called = unit.bare != before.bare and unit.bare.encode() in after.names
            if is_called and not wanted - Counter(unit.texts):
                return
        if not content and set(names) <= bound_in(before.tokens):
            return  # the value stands where the variable did
        lacks = tuple(sorted(wanted.elements()))
        yield Edit(before.path, before.name, "code deleted", lacks, before.line)

    def _is_inlined(self, lost: Sequence[Token], added: Sequence[Token]) -> bool:
        """Whether a call gave way to what the function it calls does."""
        got = content_of(added)
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


def _expected(
    before: Unit, after: Unit, hunks: tuple[list[Token], list[Token]], fresh: set[bytes]
) -> Iterable[Token]:
    """What an inlined or extracted variable, or a function inside, brings: what stands there."""
    lost, added = hunks
    if fresh & functions_in(after.tokens) and _stands_in(before, added):
        yield from added
    inlined = {token.text for token in lost if token.is_name}
    for name, values in values_in(before.tokens).items():
        if name in inlined:
            yield from (token for value in values for token in value)
    for name, values in values_in(after.tokens).items():
        for value in values if name in fresh else ():
            if _stands_in(before, value):
                yield from value


def _stands_in(unit: Unit, tokens: Iterable[Token]) -> bool:
    """Whether all that tokens do is done in a unit, in their order."""
    return is_subsequence([token.text for token in tokens if token.is_content], unit.content)


def _awaited(before: Unit, after: Unit) -> Counter[bytes]:
    """The variables that are used and bound no more, with their values: they wait to be inlined."""
    bound = values_in(after.tokens)
    found: Counter[bytes] = Counter()
    for name, values in values_in(before.tokens).items():
        if name not in bound and name in after.names:
            found.update(token.text for value in values for token in value)
            found[name] += len(values)
    return found


def _read(path: str) -> bytes | None:
    """The bytes of a file that is not too large, None where there is none."""
    try:
        with open(path, "rb") as file:
            text = file.read(_LARGEST + 1)
    except OSError:
        return None
    return text if len(text) <= _LARGEST else None
