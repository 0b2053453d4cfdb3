"""Records of other tools appended to the ledger, as far as their lines are found here."""

from __future__ import annotations

import os
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from tracer.engine import reconcile
from tracer.engine.header import contributor_json
from tracer.exchange import agent_trace, git_ai, intent_hooks
from tracer.exchange.anchor import Anchors, Place
from tracer.exchange.documents import documents
from tracer.ledger import Index, append_all, content_hash, salt_of
from tracer.model.errors import InputError
from tracer.model.named_tuple import NamedTuple
from tracer.vcs import Git, git_dir

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tracer.exchange.foreign import FileClaim, ForeignRecord, Span
    from tracer.model.events import Contributor
    from tracer.model.workspace import Workspace

Json = dict[str, Any]


class _Voice(NamedTuple):
    """One conversation's contributor: what the lines of an imported range are put down to."""

    url: str | None
    related: tuple[tuple[str, str], ...]
    contributor: Contributor


_Lines = dict[tuple[Place, _Voice], set[int]]


def import_file(  # noqa: PLR0913 - what is read, and how strictly
    workspace: Workspace,
    path: str,
    data: bytes,
    *,
    format_name: str | None = None,
    verify: bool = True,
    trusts_lines: bool = False,
) -> Json:
    """Import the records in a file: Agent Trace, or a ledger of simple intent hooks.

    Returns what was done: counts of records and lines, and the ranges not found with the
    reason. `trusts_lines` takes line numbers without a usable hash at their word. Nothing is
    imported twice.
    Raises: InputError naming line and field of what is malformed; LedgerError for a broken
    hash chain, unless `verify` is false. Then nothing was imported.
    """
    name = os.path.basename(path) if path != "-" else "standard input"
    found = list(documents(data, name))
    kind = format_name or _kind_of(found, name)
    if kind == intent_hooks.FORMAT:
        records = intent_hooks.read_intent_hooks(found, verify=verify)
    else:
        records = agent_trace.read_agent_trace(found)
    return _Import(workspace, trusts_lines=trusts_lines).run(records, kind)


def import_notes(workspace: Workspace, ref: str = git_ai.NOTES) -> Json:
    """Import git-ai's notes on the commits of this clone; returns what `import_file` does.

    Raises: InputError where there are none, or naming the note and line that is malformed.
    """
    if not git_dir(workspace.root):
        raise InputError("this is no git repository, so it has no notes", fix="Name a file")
    records = []
    others = 0
    with Git(workspace.root) as git:
        for commit, text in _notes(git, ref):
            known = git.commit(commit)
            record = git_ai.read_note(text, commit, known.timestamp if known else None)
            if record is None:
                others += 1
            else:
                records.append(record)
    answer = _Import(workspace, trusts_lines=False).run(records, "git-ai")
    return answer | {"other_versions": others}


def _kind_of(found: list[tuple[str, Json]], name: str) -> str:
    for _, document in found:
        if intent_hooks.looks_like(document):
            return intent_hooks.FORMAT
        if agent_trace.looks_like(document):
            return "agent-trace"
    if found:
        raise InputError(
            f"{found[0][0]}: neither Agent Trace nor the ledger of an intent hook",
            fix="Say which with --format",
        )
    raise InputError(f"{name}: holds no record", fix="Name a file of records, one JSON a line")


def _notes(git: Git, ref: str) -> Iterator[tuple[str, str]]:
    """(commit, text) of every note."""
    if git.resolve_or_none(ref) is None:
        raise InputError(
            f"{ref}: no such notes in this clone",
            fix=f"Fetch them: git fetch origin {ref}:{ref}",
        )
    raw = git.run("notes", f"--ref={ref}", "list").decode("ascii")
    for line in sorted(raw.splitlines(), key=lambda row: row.split()[1]):
        note, commit = line.split()
        data = git.objects.blob(note)
        if data is not None:
            try:
                yield commit, data.decode("utf-8")
            except UnicodeDecodeError as error:
                raise InputError(
                    f"{ref}: note of {commit[:12]}: not UTF-8", fix="Remove that note"
                ) from error


class _Import:
    """One run: what is read, found, known already, and left over."""

    def __init__(self, workspace: Workspace, *, trusts_lines: bool) -> None:
        self._workspace = workspace
        self._trusts_lines = trusts_lines
        self._missing: list[Json] = []
        self._counts = {"lines": 0, "already": 0, "observed": 0, "older": 0}

    def run(self, records: list[ForeignRecord], kind: str) -> Json:
        workspace = self._workspace
        self._reconcile(records)
        with ExitStack() as stack:
            git = stack.enter_context(Git(workspace.root)) if git_dir(workspace.root) else None
            index = stack.enter_context(Index.open(workspace))
            anchors = Anchors(workspace, index, git)
            bodies = [
                body
                for record in records
                if not _is_ours(index, record)
                for body in self._body(index, git, anchors, record)
            ]
            written = append_all(workspace, bodies) if bodies else []
        return {
            "format": kind,
            "records": len(records),
            "imported": len(written),
            **self._counts,
            "not_found": self._missing,
        }

    def _reconcile(self, records: Iterable[ForeignRecord]) -> None:
        """Let edits on disk that no hook saw have a record, which imported lines can name."""
        paths = {
            claim.path
            for record in records
            if not record.is_exact
            for claim in record.files
            if os.path.isfile(os.path.join(self._workspace.root, claim.path))
        }
        if paths:
            reconcile(self._workspace, sorted(paths))

    def _body(
        self, index: Index, git: Git | None, anchors: Anchors, record: ForeignRecord
    ) -> Iterator[Json]:
        """The ledger's record, if any line of the foreign one is found and new."""
        lines: _Lines = {}
        for claim in record.files:
            for span in claim.spans:
                self._place(anchors, record, claim, span, lines)
        fresh = self._only_new(index, record, lines)
        if not fresh:
            return
        salt = salt_of(self._workspace)
        contributors = [voice.contributor for _, voice in fresh]
        body: Json = {
            "event": "import",
            "intent_id": record.intent_id,
            "vcs": {"revision_id": record.revision},
            "contributor": contributor_json(contributors[0]),
            "source": {
                "format": record.format,
                "id": record.id,
                "timestamp": record.timestamp,
                "chain": record.chain,
            },
            "imported": [
                _item(git, index, place, fresh, salt)
                for place in sorted({place for place, _ in fresh}, key=_order)
            ],
        }
        if record.mutation_class:
            body["mutation_class"] = record.mutation_class
        if record.tool:
            body["tool"] = {"name": record.tool}
        yield body

    def _place(
        self,
        anchors: Anchors,
        record: ForeignRecord,
        claim: FileClaim,
        span: Span,
        lines: _Lines,
    ) -> None:
        found = anchors.find(record, claim, span, trusts_lines=self._trusts_lines)
        if isinstance(found, str):
            self._missing.append(
                {
                    "id": record.id,
                    "path": claim.path,
                    "start_line": span.start_line,
                    "end_line": span.end_line,
                    "reason": found,
                }
            )
            return
        self._counts["observed"] += found.observed
        self._counts["older"] += found.older
        voice = _Voice(claim.url, claim.related, span.contributor)
        for place, numbers in found.lines.items():
            lines.setdefault((place, voice), set()).update(numbers)

    def _only_new(self, index: Index, record: ForeignRecord, lines: _Lines) -> _Lines:
        """What no earlier import of the same foreign record says already."""
        fresh: _Lines = {}
        for (place, voice), numbers in lines.items():
            known = _known_lines(index, record, place)
            self._counts["already"] += len(numbers & known)
            if numbers - known:
                fresh[place, voice] = numbers - known
                self._counts["lines"] += len(numbers - known)
        return fresh


def _is_ours(index: Index, record: ForeignRecord) -> bool:
    """Whether the record is one of this ledger's own, exported before."""
    entry = index.entry(record.id)
    return entry is not None and entry.event != "import"


def _known_lines(index: Index, record: ForeignRecord, place: Place) -> set[int]:
    """Lines of a file version that earlier imports of the same record hold."""
    found: set[int] = set()
    for identity in index.imports_of(place.content):
        known = index.record(identity) or {}
        source = known.get("source") or {}
        if (source.get("format"), source.get("id")) != (record.format, record.id):
            continue
        for item in known["imported"]:
            if item["content"] == place.content:
                for conversation in item["conversations"]:
                    for span in conversation["ranges"]:
                        found.update(range(span["start_line"], span["end_line"] + 1))
    return found


def _item(git: Git | None, index: Index, place: Place, lines: _Lines, salt: bytes) -> Json:
    """One file version of `imported[]`."""
    data = None
    if place.revision is not None and git is not None:
        data = git.blob_at(place.revision, place.path)
    texts = ((data if data is not None else index.text(place.content)) or b"").split(b"\n")
    item: Json = {"relative_path": place.path, "content": place.content}
    if place.revision is not None:
        item["revision_id"] = place.revision
    item["conversations"] = [
        _conversation(voice, numbers, texts, salt)
        for (there, voice), numbers in lines.items()
        if there == place
    ]
    return item


def _conversation(voice: _Voice, numbers: set[int], texts: list[bytes], salt: bytes) -> Json:
    found: Json = {"contributor": contributor_json(voice.contributor)}
    if voice.url:
        found["url"] = voice.url
    found["ranges"] = [
        {
            "start_line": start,
            "end_line": end,
            "content_hash": content_hash(b"\n".join(texts[start - 1 : end]) + b"\n", salt),
            "method": "imported",
        }
        for start, end in runs_of(numbers)
    ]
    if voice.related:
        found["related"] = [{"type": kind, "value": value} for kind, value in voice.related]
    return found


def runs_of(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """The numbers as (first, last) of runs without gaps, ascending."""
    found: list[tuple[int, int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][1] + 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return found


def _order(place: Place) -> tuple[str, str, str]:
    return place.path, place.revision or "", place.content
