"""Checkpoints: signed statements of where streams ended, and what they prove about a ledger.

A chain makes every record before its head unchangeable, but cannot show that its end was cut
off, nor who wrote it. A checkpoint names heads; the signature over it binds them to a person's
key. It stands in the ledger as a record of its own, and outside of it in a git ref, where whoever
cuts the ledger does not reach it. One valid checkpoint covers its streams up to the heads it
names, so older ones need not be checked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.ledger.canonical import canonical, record_hash
from tracer.ledger.reader import Problem, decode
from tracer.ledger.schema import fault_of
from tracer.ledger.streams import Head
from tracer.model.errors import LedgerError
from tracer.model.named_tuple import NamedTuple
from tracer.model.patterns import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from tracer.ledger.storage import Ledger
    from tracer.ledger.streams import Tail

JsonObject = dict[str, Any]

SCHEMA = "tracer.checkpoint/1"
EVENT = "checkpoint"
_STREAM = lazy_pattern(rb'"stream":"([^"]*)"')
_MARK = b'"event":"checkpoint"'


class Checkpoint(NamedTuple):
    """One statement. `source` says in words where it was found.

    `line` and `own` are of the record that holds it, 0 and empty when none does; `prev` is the
    head before that record in its own stream.
    """

    timestamp: str
    revision: str | None
    heads: tuple[Head, ...]
    signature: str | None
    source: str
    line: int = 0
    own: str = ""
    prev: tuple[str, str | None] = ("", None)

    @property
    def message(self) -> bytes:
        """The bytes that are signed."""
        return statement(self.timestamp, self.revision, self.heads)

    @property
    def is_own_witness(self) -> bool:
        """Whether the signature speaks for the record it stands in: it names the head before."""
        return any((head.stream, head.record_hash) == self.prev for head in self.heads)


def statement(timestamp: str, revision: str | None, heads: Iterable[Head | Tail]) -> bytes:
    """What a checkpoint says, in RFC 8785 form."""
    return canonical(
        {
            "schema": SCHEMA,
            "timestamp": timestamp,
            "revision": revision,
            "streams": _streams(heads),
        }
    )


def to_record(
    timestamp: str, revision: str | None, heads: Iterable[Head | Tail], signature: str | None
) -> JsonObject:
    """A checkpoint as a record to append."""
    checkpoint: JsonObject = {"streams": _streams(heads)}
    if signature is not None:
        checkpoint["signature"] = signature
    return {
        "event": EVENT,
        "timestamp": timestamp,
        "vcs": {"revision_id": revision},
        "checkpoint": checkpoint,
    }


def to_document(checkpoint: Checkpoint) -> bytes:
    """A checkpoint as the file that a git ref keeps."""
    document: JsonObject = {
        "schema": SCHEMA,
        "timestamp": checkpoint.timestamp,
        "revision": checkpoint.revision,
        "streams": _streams(checkpoint.heads),
    }
    if checkpoint.signature is not None:
        document["signature"] = checkpoint.signature
    return canonical(document)


def from_document(raw: bytes, source: str) -> Checkpoint | None:
    """What `to_document` wrote, or None for anything else."""
    document = decode(raw)
    if isinstance(document, str) or document.get("schema") != SCHEMA:
        return None
    try:
        heads = tuple(
            Head(each["stream"], each["id"], each["record_hash"]) for each in document["streams"]
        )
        found = Checkpoint(
            document["timestamp"], document["revision"], heads, document.get("signature"), source
        )
    except (KeyError, TypeError):
        return None
    texts = [found.timestamp, found.revision or "", found.signature or ""]
    texts += [text for head in heads for text in head]
    return found if all(isinstance(text, str) for text in texts) else None


def heads_in(content: bytes, streams: Collection[str] | None) -> list[Head]:
    """The last record of each of `streams` (None: of every stream) in a ledger's bytes.

    Cost: linear; only lines that may be the last of a wanted stream are decoded.
    """
    found: dict[str, Head] = {}
    stop = content.rfind(b"\n") + 1
    while stop and (streams is None or len(found) < len(streams)):
        start = content.rfind(b"\n", 0, stop - 1) + 1
        line, stop = content[start : stop - 1], start
        names = {name.decode("utf-8", "replace") for name in _STREAM.findall(line)}
        if names <= found.keys() or (streams is not None and names.isdisjoint(streams)):
            continue
        record = decode(line)
        if isinstance(record, dict) and fault_of(record) is None:
            integrity = record["integrity"]
            stream = integrity["stream"]
            if stream not in found and (streams is None or stream in streams):
                found[stream] = Head(stream, record["id"], integrity["record_hash"])
    return sorted(found.values())


def checkpoints_in(ledger: Ledger) -> list[Checkpoint]:
    """The checkpoints that intact records of a ledger hold. Cost: one pass, decoding few lines."""
    found = []
    for line in ledger.lines_with(_MARK):
        record = decode(line.raw)
        if isinstance(record, dict) and record.get("event") == EVENT and _is_intact(record):
            found.append(_from_record(record, line.number))
    return found


def _from_record(record: JsonObject, line: int) -> Checkpoint:
    integrity, checkpoint = record["integrity"], record["checkpoint"]
    return Checkpoint(
        record["timestamp"],
        record.get("vcs", {}).get("revision_id"),
        tuple(
            Head(each["stream"], each["id"], each["record_hash"]) for each in checkpoint["streams"]
        ),
        checkpoint.get("signature"),
        f"the checkpoint {record['id']}",
        line,
        integrity["record_hash"],
        (integrity["stream"], integrity["prev_record_hash"]),
    )


def _is_intact(record: JsonObject) -> bool:
    if fault_of(record) is not None:
        return False
    try:
        form = canonical(record)
    except LedgerError:
        return False
    return record_hash(record, form) == str(record["integrity"]["record_hash"])


def _streams(heads: Iterable[Head | Tail]) -> list[JsonObject]:
    return [
        {"stream": head.stream, "id": head.id, "record_hash": head.record_hash}
        for head in sorted(heads, key=lambda head: (head.stream, head.record_hash))
    ]


class _Reach:
    """Where a head of some checkpoints stands in its stream, and the record that follows it."""

    __slots__ = ("checkpoints", "following")

    def __init__(self, checkpoints: Sequence[int]) -> None:
        self.checkpoints = checkpoints
        self.following: tuple[int, str] | None = None


class Coverage:
    """How far each stream is covered by valid signatures, found out in one pass.

    `check` says why a checkpoint's signature does not count, or None when it does. It is asked
    only for the last checkpoints of each stream, back to the first valid one.
    """

    def __init__(
        self, checkpoints: Sequence[Checkpoint], check: Callable[[Checkpoint], str | None]
    ) -> None:
        self._checkpoints = checkpoints
        self._check = check
        self._verdicts: dict[int, str | None] = {}
        self._reaches: dict[str, list[_Reach]] = {}
        self._by_hash: dict[str, list[int]] = {}
        for number, checkpoint in enumerate(checkpoints):
            for head in checkpoint.heads:
                self._by_hash.setdefault(head.record_hash, []).append(number)
            if checkpoint.is_own_witness:
                self._by_hash.setdefault(checkpoint.own, []).append(number)

    def see(self, line: int, identity: str, stream: str, own: str) -> None:
        """Take the next intact record into account."""
        reaches = self._reaches.setdefault(stream, [_Reach(())])
        if reaches[-1].following is None:
            reaches[-1].following = line, identity
        numbers = self._by_hash.get(own)
        if numbers:
            reaches.append(_Reach(numbers))

    def problems(self) -> list[Problem]:
        """`unsigned` for the end of each stream that is not covered, `bad_signature` for why."""
        found = []
        for stream, (line, identity) in self.uncovered().items():
            detail = f"no valid signature covers stream {stream} from record {identity} on"
            found.append(Problem(line, "unsigned", detail))
        for number, reason in self._verdicts.items():
            checkpoint = self._checkpoints[number]
            if reason is not None and checkpoint.signature is not None:
                detail = f"{checkpoint.source}: {reason}"
                found.append(Problem(checkpoint.line, "bad_signature", detail))
        return found

    def uncovered(self) -> dict[str, tuple[int, str]]:
        """{stream: line and id of the first record that no valid signature covers}."""
        found = {}
        for stream, reaches in self._reaches.items():
            while reaches[-1].checkpoints and not self._is_any_valid(reaches[-1]):
                reaches.pop()
            first = reaches[-1].following
            if first is not None:
                found[stream] = first
        return found

    def _is_any_valid(self, reach: _Reach) -> bool:
        return any(self._reason(number) is None for number in reach.checkpoints)

    def _reason(self, number: int) -> str | None:
        if number not in self._verdicts:
            checkpoint = self._checkpoints[number]
            self._verdicts[number] = (
                "it is not signed" if checkpoint.signature is None else self._check(checkpoint)
            )
        return self._verdicts[number]
