"""Verification: each stream's hash chain, followed through the whole ledger.

One pass holds, for each stream, the hash its next record must name; a clean ledger is settled
by it. Only where a record names another predecessor does a second look over the file decide
what happened (`damage`). The order of lines of different streams is not protected: git merges
interleave them, and every interleaving is a true ledger.
"""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING, Any

from tracer.ledger.canonical import canonical, record_hash
from tracer.ledger.checkpoint import Checkpoint, Coverage, checkpoints_in
from tracer.ledger.compiled import CORE
from tracer.ledger.damage import Suspect, explain
from tracer.ledger.identities import Identities
from tracer.ledger.reader import Problem, decode, hides_record
from tracer.ledger.schema import fault_of
from tracer.ledger.storage import ARCHIVE, Ledger, Line, ledger_lock, open_ledger
from tracer.ledger.workers import looked_at
from tracer.model.errors import LedgerError
from tracer.model.named_tuple import NamedTuple
from tracer.model.patterns import lazy_pattern
from tracer.model.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from tracer.ledger.streams import Head, Tail

JsonObject = dict[str, Any]

LIMIT = 10_000  # problems kept; a ledger with more is broken enough
_PATIENCE_S = 2.0  # for a writer that may be in the middle of a line
_OPEN_ENDS = 16  # places of one stream, broken before, where its chain may go on
_HASH = lazy_pattern(r"sha256:[0-9a-f]{64}")
_HASH_FIELD = lazy_pattern(rb'"record_hash":"(sha256:[0-9a-f]{64})"')


_ON_PURPOSE = " (if it was dropped on purpose, delete .orchestration/.index)"
_CLONE = "this clone's memory"


class _Witness(NamedTuple):
    """A record that was once the last of its stream, and where that is known from."""

    head: Tail | Head
    source: str


class _Link(NamedTuple):
    """What an intact record says of its place in its stream's chain."""

    id: Any
    stream: str
    own: str
    prev: str | None
    set_aside: Any


def _nothing(_line: Line) -> None:
    """For lines that are all seen as a whole."""


def _link_of(line: Line) -> tuple[str | None, ...] | None:
    """The `_Link` of a line; None where something may be wrong with it."""
    record = decode(line.raw) if line.is_terminated and line.raw[-1:] != b"\r" else ""
    if isinstance(record, str) or not _is_sealed(record.get("integrity")):
        return None
    integrity = record["integrity"]
    try:
        form = line.raw if CORE.is_canonical(line.raw) else canonical(record)
    except LedgerError:
        return None
    own = integrity["record_hash"]
    if form != line.raw or record_hash(record, form) != own or fault_of(record):
        return None
    prev, aside = integrity["prev_record_hash"], integrity.get("set_aside")
    return record["id"], integrity["stream"], own, prev, aside


class SetAside(NamedTuple):
    """An unfinished line of a crashed writer, which the record after it bears witness to."""

    line: int
    detail: str


class Verification(NamedTuple):
    """What `verify` found. `records` counts lines that are records, intact or edited."""

    records: int
    streams: int
    problems: tuple[Problem, ...]
    set_aside: tuple[SetAside, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether every record is as it was written, and none is missing that can be missed."""
        return not self.problems

    def to_json(self) -> JsonObject:
        """CONTRACT.md's `verify` document."""
        return {
            "ok": self.ok,
            "records": self.records,
            "streams": self.streams,
            "problems": [problem.to_json() for problem in self.problems],
            "set_aside": [item._asdict() for item in self.set_aside],
        }


def verify(  # noqa: PLR0913 - what is known from elsewhere, each by its kind
    ledger: Workspace | str,
    known: Iterable[Tail | Head] = (),
    *,
    checkpoints: Iterable[Checkpoint] = (),
    signed_by: Callable[[Checkpoint], str | None] | None = None,
    elsewhere: Collection[str] = (),
    vouches: Callable[[JsonObject], str | None] | None = None,
) -> Verification:
    """What is wrong with a ledger, by line; at most 10,000 problems.

    `known` are records that were once the last of their stream: a ledger that ends before one
    of them is `truncated`. So are the heads of the checkpoints in the ledger and of
    `checkpoints`, which were kept elsewhere, and, for a workspace, what this clone remembers.
    What this clone remembers of records `elsewhere` (hashes), on another branch, does not count.
    With `signed_by`, which says why a checkpoint's signature does not count (None: it does),
    what no valid signature covers is `unsigned`; with `vouches`, too, only those records of it for
    which that gives a reason why nobody speaks for them.
    Cost: linear, two passes of which one only looks for checkpoints (three when damaged), the other
    one in several processes (`workers`); memory grows with the streams, the checkpoints and the
    damage only.
    Raises: LedgerError when the file cannot be read, or a path that is not there was given.
    """
    witnesses = {tail.record_hash: _Witness(tail, "") for tail in known}
    path = ledger
    if isinstance(ledger, Workspace):
        from tracer.ledger.witness import remembered  # noqa: PLC0415 - brings sqlite3

        path = ledger.ledger
        for tail in remembered(ledger):
            if tail.record_hash in elsewhere:
                continue
            witnesses[tail.record_hash] = _Witness(tail, _CLONE)
    opened = open_ledger(str(path))
    if opened is None:
        if ledger is path:
            raise LedgerError(f"there is no ledger {ledger}", fix="Check the path.")
        opened = Ledger(None, ())
    with opened:
        every = [*checkpoints_in(opened), *checkpoints]
        for checkpoint in every:
            for head in checkpoint.heads:
                witnesses.setdefault(head.record_hash, _Witness(head, checkpoint.source))
        coverage = None if signed_by is None else Coverage(every, signed_by)
        walk = _Walk(witnesses, coverage, vouches)
        return _verify(opened, walk, coverage, ledger if isinstance(ledger, Workspace) else None)


def _verify(
    ledger: Ledger, walk: _Walk, coverage: Coverage | None, workspace: Workspace | None
) -> Verification:
    is_alone = walk.vouches is not None  # which is asked of whole records
    look = _nothing if is_alone else _link_of
    for looked in looked_at(ledger, look, alone=is_alone):
        if looked.line is None:
            walk.follow(looked.number, _Link(*looked.found))
        elif looked.line.is_terminated or not _is_being_written(ledger, looked.line, workspace):
            walk.see(looked.line)
    suspects = [each for each in walk.suspects if each.prev not in walk.loose]
    found = {*walk.problems, *explain(ledger, suspects, walk.unreadable), *walk.lost()}
    found.update(walk.identities.problems(ledger))
    if coverage is not None:
        found.update(coverage.problems() if walk.vouches is None else walk.unvouched(coverage))
    problems = [_placed(ledger, problem) for problem in sorted(found)[:LIMIT]]
    set_aside = [item._replace(line=ledger.place(item.line)[0]) for item in walk.set_aside]
    for _, name in ledger.damaged():
        detail = "the archived file is not the one its name promises"
        problems.append(Problem(1, "edited", detail, f"{ARCHIVE}/{name}"))
    return Verification(walk.records, len(walk.ends), tuple(problems), tuple(set_aside))


def _is_being_written(ledger: Ledger, line: Line, workspace: Workspace | None) -> bool:
    """Whether the unfinished last line is one that a writer has gone on with meanwhile.

    The ledger's lock is waited for, where there is one: whoever holds it may be in the middle.
    """
    end = line.start + len(line.raw)
    if ledger.size == end and workspace is not None and os.path.isdir(workspace.index):
        try:
            with ledger_lock(workspace, timeout_s=_PATIENCE_S):
                return ledger.size > end
        except OSError:  # nobody can write there, or somebody holds it for long
            return ledger.size > end
    return ledger.size > end


def _placed(ledger: Ledger, problem: Problem) -> Problem:
    """The problem with the line it has in its own file; 0 is a checkpoint kept elsewhere."""
    if problem.line < 1:
        return problem
    line, file = ledger.place(problem.line)
    return problem._replace(line=line, file=file)


class _Walk:
    """The state of one pass. Chains are judged as lines come; doubts are kept as suspects."""

    def __init__(
        self,
        witnesses: dict[str, _Witness],
        coverage: Coverage | None,
        vouches: Callable[[JsonObject], str | None] | None,
    ) -> None:
        self.records = 0
        self.problems: list[Problem] = []
        self.suspects: list[Suspect] = []
        self.set_aside: list[SetAside] = []
        self.ends: dict[str, list[str | None]] = {}  # stream -> hashes its chain may go on from
        self.loose: set[str | None] = set()  # hashes that damaged lines state or really have
        self.last_lines: dict[str, int] = {}
        self._garbled: dict[str, Problem] = {}  # digest of an unreadable line -> its problem
        self._bytes: dict[str, bytes] = {}
        self._witnesses = witnesses
        self._coverage = coverage
        self.vouches = vouches
        self._strangers: list[tuple[str, int, str]] = []  # stream, line, why nobody speaks for it
        self._crlf = False
        self._count = 0
        self.identities = Identities()

    @property
    def unreadable(self) -> int:
        """Lines that may each hide a record whose hash nobody can tell."""
        return sum(
            hides_record(raw) and not _HASH_FIELD.search(raw) for raw in self._bytes.values()
        )

    def see(self, line: Line) -> None:
        """Take the next line into account."""
        self._count = line.number
        raw = line.raw
        if raw.endswith(b"\r"):
            raw = raw[:-1]
            self._see_crlf(line)
        record = decode(raw)
        if isinstance(record, str):
            kind = "malformed" if line.is_terminated else "truncated"
            self._see_garbled(line, Problem(line.number, kind, record))
            return
        if not line.is_terminated:
            self._report(line.number, "truncated", "the line end is missing")
        integrity: Any = record.get("integrity")
        if not _is_sealed(integrity):
            fault = fault_of(record)
            detail = str(fault) if fault else "integrity: is malformed"
            self._see_garbled(line, Problem(line.number, "malformed", detail))
            return
        if not self._is_intact(line, record, raw):
            self.records += 1
            return
        if self.vouches is not None and len(self._strangers) < LIMIT:
            why = self.vouches(record)
            if why is not None:
                detail = f"record {record.get('id')} {why}"
                self._strangers.append((integrity["stream"], line.number, detail))
        self.follow(
            line.number,
            _Link(
                record.get("id"), integrity["stream"], integrity["record_hash"],
                integrity["prev_record_hash"], integrity.get("set_aside"),
            ),
        )  # fmt: skip

    def _see_crlf(self, line: Line) -> None:
        if not self._crlf:
            self._report(
                line.number,
                "malformed",
                "CR LF line end, here and perhaps below: something rewrote the line ends",
            )
        self._crlf = True

    def _see_garbled(self, line: Line, problem: Problem) -> None:
        if len(self.problems) < LIMIT:
            digest = f"sha256:{hashlib.sha256(line.raw).hexdigest()}"
            self._garbled[digest] = problem
            self._bytes[digest] = line.raw
            self._report(problem.line, problem.problem, problem.detail)
        self._loosen(found.decode() for found in _HASH_FIELD.findall(line.raw))

    def _is_intact(self, line: Line, record: JsonObject, raw: bytes) -> bool:
        """Whether the record is what was written; else it is reported."""
        stated = record["integrity"]["record_hash"]
        try:
            form = raw if CORE.is_canonical(raw) else canonical(record)
        except LedgerError as error:
            self._see_garbled(line, Problem(line.number, "malformed", error.message))
            return False
        actual = record_hash(record, form)
        if actual != stated:
            self._loosen((stated, actual))
            self._report(
                line.number, "edited", f"record {record.get('id')} does not have the hash it states"
            )
            return False
        if form != raw:
            detail = f"record {record.get('id')} was rewritten in another form of the same content"
            self._report(line.number, "edited", detail)
        elif fault := fault_of(record):
            self._report(line.number, "malformed", str(fault))
        return True

    def follow(self, number: int, link: _Link) -> None:
        """Check that an intact record continues its stream's chain."""
        self._count = number
        self.records += 1
        identity, stream, own, prev, set_aside = link
        self._witnesses.pop(own, None)
        self.identities.see(identity)
        if self._coverage is not None:
            self._coverage.see(number, str(identity), stream, own)
        if set_aside is not None:
            self._put_aside(set_aside)
        ends = self.ends.setdefault(stream, [None])
        self.last_lines[stream] = number
        if prev in ends:
            ends.remove(prev)
        elif len(self.suspects) < LIMIT:
            self.suspects.append(Suspect(number, str(identity), stream, own, prev))
        if own not in ends:
            ends.append(own)
        del ends[:-_OPEN_ENDS]

    def _loosen(self, hashes: Iterable[str]) -> None:
        """A record that names one of these may follow a damaged line, which is reported itself."""
        if len(self.loose) < LIMIT:
            self.loose.update(hashes)

    def _put_aside(self, digest: Any) -> None:
        """Take back the problem of an unfinished line that this record vouches for."""
        problem = self._garbled.pop(digest, None) if isinstance(digest, str) else None
        if problem is not None:
            self.problems.remove(problem)
            del self._bytes[digest]
            detail = f"a crash left this line unfinished: {problem.detail}"
            self.set_aside.append(SetAside(problem.line, detail))

    def unvouched(self, coverage: Coverage) -> list[Problem]:
        """`unsigned` for every record that nobody speaks for and that no valid signature covers."""
        first = coverage.uncovered() if self._strangers else {}
        return [
            Problem(line, "unsigned", detail)
            for stream, line, detail in self._strangers
            if stream in first and line >= first[stream][0]
        ]

    def lost(self) -> list[Problem]:
        """`truncated` for every known end of a stream that is not in the ledger any more."""
        named = {suspect.prev for suspect in self.suspects} | self.loose
        return [
            Problem(
                self.last_lines.get(head.stream, self._count),
                "truncated",
                f"stream {head.stream} went on to record {head.id}"
                + (f" (known from {source})" if source else "")
                + ", which is gone after this line: try `tracer index --repair`, or restore a copy"
                + _ON_PURPOSE * (source == _CLONE),
            )
            for head, source in self._witnesses.values()
            if head.record_hash not in named
        ]

    def _report(self, line: int, kind: str, detail: str) -> None:
        if len(self.problems) < LIMIT:
            self.problems.append(Problem(line, kind, detail))


def _is_sealed(integrity: Any) -> bool:
    """Whether there is enough of `integrity` to check a record against it."""
    if not isinstance(integrity, dict):
        return False
    stream, own, prev = (
        integrity.get(key) for key in ("stream", "record_hash", "prev_record_hash")
    )
    return (
        isinstance(stream, str)
        and isinstance(own, str)
        and _HASH.fullmatch(own) is not None
        and (prev is None or isinstance(prev, str))
        and "prev_record_hash" in integrity
    )
