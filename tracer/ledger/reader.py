"""Reading the ledger line by line: a record, or a problem that names the line.

Nothing in a ledger can make reading fail: damage is data, and the lines after it are read.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from tracer.ledger.schema import fault_of
from tracer.ledger.storage import open_ledger
from tracer.model.named_tuple import NamedTuple
from tracer.model.patterns import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.ledger.storage import Line
    from tracer.model.workspace import Workspace

JsonObject = dict[str, Any]

_HASH = lazy_pattern(rb'"record_hash":"(sha256:[0-9a-f]{64})"')
# Lines of this process that are valid, by digest: queries read one record many times.
_VALID: set[bytes] = set()
_MOST_VALID = 100_000
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
CONFLICT_MARKS = (b"<<<<<<<", b"=======", b">>>>>>>", b"|||||||")


class Problem(NamedTuple):
    """One thing wrong with a ledger. `problem` is a word of CONTRACT.md's `verify`.

    `line` counts in `file`, an archived one by its path from the sidecar; empty: the live file.
    """

    line: int
    problem: str
    detail: str
    file: str = ""

    def to_json(self) -> JsonObject:
        """CONTRACT.md's element of `problems`; `file` only where it is an archived one."""
        document = self._asdict()
        if not self.file:
            del document["file"]
        return document


def read(workspace: Workspace) -> Iterator[tuple[int, JsonObject | Problem]]:
    """Every line's number with its record, or with what is wrong with it, in ledger order.

    An unfinished last line is a `truncated` problem until the next append ends it.
    """
    ledger = open_ledger(workspace.ledger)
    if ledger is None:
        return
    with ledger:
        for line in ledger.lines():
            yield line.number, parse(line)


def settled_by(record: JsonObject) -> dict[str, str]:
    """The class of calls that the end of a turn measured together, by record; of others none."""
    if record["event"] != "turn_class":
        return {}
    measured: str = record["measured"]
    return dict.fromkeys(record["records"], measured)


def parse(line: Line) -> JsonObject | Problem:
    """The valid record of a line, or its problem."""
    if not line.is_terminated:
        return Problem(line.number, "truncated", "the line was never finished")
    record = decode(line.raw)
    if isinstance(record, str):
        return Problem(line.number, "malformed", record)
    digest = hashlib.sha256(line.raw).digest()
    if digest not in _VALID:
        fault = fault_of(record)
        if fault is not None:
            return Problem(line.number, "malformed", str(fault))
        _remember(digest)
    return record


def remember_valid(raw: bytes) -> None:
    """Take the record on a line for valid from now on; the caller has made sure that it is."""
    _remember(hashlib.sha256(raw).digest())


def _remember(digest: bytes) -> None:
    if len(_VALID) < _MOST_VALID:
        _VALID.add(digest)


def decode(raw: bytes) -> JsonObject | str:
    """The JSON object on a line, or why there is none. White space around it is accepted."""
    try:
        record = _DECODER.decode(raw.decode())
    except UnicodeDecodeError as error:
        return f"not UTF-8 at byte {error.start + 1} of the line"
    except RecursionError:
        return "not JSON that can be read: nested too deeply"
    except ValueError as error:
        return _why(raw, error)
    return record if isinstance(record, dict) else "not a JSON object"


def _why(raw: bytes, error: ValueError) -> str:
    """Why a line is not JSON, for a person."""
    if raw.startswith(BYTE_ORDER_MARK):
        return "a byte order mark that an editor put in"
    if raw.startswith(CONFLICT_MARKS):
        return "a conflict marker that a git merge left"
    return f"not JSON: {error}" if raw.strip() else "an empty line"


def hash_on(line: bytes) -> bytes | None:
    """The hash a record's line states, without decoding it; None where there is none.

    A checkpoint states those of others before its own.
    """
    found = _HASH.findall(line)
    return found[-1] if found else None


def hides_record(raw: bytes) -> bool:
    """Whether a line that cannot be read may once have been a record."""
    return bool(raw.strip()) and not raw.startswith(CONFLICT_MARKS)


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)
