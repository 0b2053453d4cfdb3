"""`tracer blame-by-intent`: all code of an intent, where it is now, across files."""

from __future__ import annotations

from contextlib import ExitStack
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tracer.intents import load
from tracer.ledger import content_hash, salt_of
from tracer.model.enums import SourceKind
from tracer.model.errors import InputError
from tracer.queries.credits import parts_of
from tracer.queries.ownership import Ownership
from tracer.queries.places import element_by_line
from tracer.syntax import parse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.intents import Registry
    from tracer.ledger import Index
    from tracer.model.workspace import Workspace
    from tracer.queries.ownership import Owned
    from tracer.syntax.names import Element
    from tracer.vcs import Git

Json = dict[str, Any]


def blame_by_intent(workspace: Workspace, intent_id: str) -> Json:
    """Every range of the intent's code on disk, and the definitions of it that were deleted.

    Cost: that of `Ownership.owned`, and a parse of each file with code of the intent.
    Raises: InputError for an intent that neither registry, ledger nor history knows.
    """
    with ExitStack() as stack:
        ownership = Ownership.open(workspace, stack)
        return CodeByIntent(workspace, ownership, ownership.owned(intent_id)).of(intent_id)


class CodeByIntent:
    """The code of several intents, from one look at the files. `owned` is what lines there are."""

    def __init__(
        self, workspace: Workspace, ownership: Ownership, owned: dict[str, list[Owned]]
    ) -> None:
        self._workspace = workspace
        self._ownership = ownership
        self._registry = load(workspace)
        self._salt = salt_of(workspace)
        self._elements: dict[str, dict[int, Element]] = {}  # by path, by line
        self._mine: dict[str | None, dict[str, list[Owned]]] = {}
        for path, entries in owned.items():
            for entry in entries:
                self._mine.setdefault(entry.intent_id, {}).setdefault(path, []).append(entry)

    @cached_property
    def _lost(self) -> _Lost:
        return _Lost(self._ownership)

    def of(self, intent_id: str) -> Json:
        """The document of `blame_by_intent`. Raises: InputError as there."""
        index = self._ownership.index
        records = [entry.id for entry in index.records_of_intent(intent_id)] if index else []
        mine = self._mine.get(intent_id, {})
        is_known = bool(records or mine) or _is_cited(self._ownership.git, intent_id)
        intent = _intent(self._registry, intent_id, is_known=is_known)
        ranges: list[Json] = []
        for path, entries in mine.items():
            text = self._ownership.text(path) or b""
            if path not in self._elements:
                self._elements[path] = element_by_line(parse(text, path=path))
            ranges += _ranges((path, text, self._elements[path]), entries, index, self._salt)
        present = {(entry["path"], entry["element"]) for entry in ranges}
        deleted = self._lost.of(records, present)
        return {"intent": intent, "ranges": ranges, "deleted": deleted}


def _intent(registry: Registry, intent_id: str, *, is_known: bool) -> Json:
    """What the registry says; an intent only the ledger knows has neither name nor status."""
    found = registry.get(intent_id)
    if found is not None:
        return {"id": found.id, "name": found.name, "status": found.status.value}
    if not is_known:
        raise InputError(f"no intent is called {intent_id}", fix="See `tracer intent list`")
    return {"id": intent_id, "name": None, "status": None}


def _is_cited(git: Git | None, intent_id: str) -> bool:
    """Whether a commit reachable from HEAD cites the intent, and only it, in a trailer."""
    head = git.resolve_or_none("HEAD") if git is not None else None
    if git is None or head is None:
        return False
    raw = git.run("rev-list", "-F", "-i", f"--grep=Intent: {intent_id}", head)
    commits = (git.commit(sha) for sha in raw.decode("ascii").split())
    return any(commit is not None and commit.intent_id == intent_id for commit in commits)


def _ranges(
    file: tuple[str, bytes, dict[int, Element]],
    mine: list[Owned],
    index: Index | None,
    salt: bytes,
) -> Iterator[Json]:
    """The lines as ranges: neighbours with one origin, element and method, blank ends cut off.

    `file` is a path, the text there and the elements by line.
    """
    path, text, elements = file
    lines = text.split(b"\n")
    code = [
        (line, entry)
        for entry in mine
        for line in range(entry.start_line, entry.end_line + 1)
        if line <= len(lines) and lines[line - 1].strip()
    ]
    start = 0
    for i in range(1, len(code) + 1):
        if i < len(code) and _belongs(code[i - 1], code[i], elements, lines):
            continue
        (first, owner), (last, _) = code[start], code[i - 1]
        element = elements.get(first)
        yield {
            "path": path,
            "start_line": first,
            "end_line": last,
            "element": element.name if element else None,
            "record": owner.id,
            "mutation_class": _class_of(index, owner),
            "method": owner.method,
            "content_hash": content_hash(b"\n".join(lines[first - 1 : last]), salt),
        }
        start = i


def _belongs(
    here: tuple[int, Owned],
    following: tuple[int, Owned],
    elements: dict[int, Element],
    lines: list[bytes],
) -> bool:
    """Whether two lines with code are of one range; only blank lines may stand between."""
    (a, one), (b, other) = here, following
    return (
        (one.id, one.method) == (other.id, other.method)
        and elements.get(a) == elements.get(b)
        and not any(line.strip() for line in lines[a : b - 1])
    )


def _class_of(index: Index | None, owner: Owned) -> str | None:
    is_record = index is not None and owner.kind == SourceKind.RECORD.value
    entry = index.entry(owner.id) if index is not None and is_record else None
    return entry.mutation_class if entry is not None else None


def deleted_code(
    ownership: Ownership, records: list[str], present: set[tuple[str, str | None]]
) -> list[Json]:
    """Definitions whose code was mostly that of some records, and that stand there no more.

    A later record removed them, or their file is gone and no record tells by whom. Left out is
    what is `present` (path, element) all the same, and what an earlier call took away and a later
    one of the turn wrote elsewhere.
    """
    return _Lost(ownership).of(records, present)


class _Lost:
    """What is gone; texts of files that are missing are read once."""

    def __init__(self, ownership: Ownership) -> None:
        self._ownership = ownership

    def of(self, records: list[str], present: set[tuple[str, str | None]]) -> list[Json]:
        """As `deleted_code`."""
        index = self._ownership.index
        if index is None or not records:
            return []
        found: list[Json] = [
            {"record": gone.origin, "path": gone.path, "element": gone.element, "by": gone.record}
            for gone in index.removed_of(records)
            if (gone.path, gone.element) not in present
        ]
        told = {(gone["path"], gone["element"]) for gone in found}
        names = {name for _, name in present}
        of = frozenset(records)
        for path, elements in self._missing.items():
            mine: dict[str, str] = {}
            for name, record in elements:
                if record in of:
                    mine.setdefault(name, record)
            for name, record in mine.items():
                if (path, name) not in told and name not in names:
                    found.append({"record": record, "path": path, "element": name, "by": None})
        return found

    @cached_property
    def _missing(self) -> dict[str, list[tuple[str, str]]]:
        """Path → the definitions of a file that is gone, and the records that wrote their lines."""
        index = self._ownership.index
        assert index is not None
        found = {}
        for path in self._ownership.missing:
            state = index.latest_state(path)
            text = index.text(state.content) if state is not None else None
            if state is not None and text is not None:
                elements = element_by_line(parse(text, path=state.path))
                found[path] = [
                    (elements[line].name, credit.origin.id)
                    for line, credit in parts_of(state)
                    if line in elements
                ]
        return found
