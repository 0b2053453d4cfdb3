"""Reading the ledger line by line: a record, or a problem that names the line.

Nothing in a ledger can make reading fail: damage is data, and the lines after it are read.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from tracer.ledger.schema import fault_of
from tracer.model.errors import LedgerError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.model.workspace import Workspace

JsonObject = dict[str, Any]

_CONFLICT_MARKS = (b"<<<<<<<", b"=======", b">>>>>>>", b"|||||||")


class Problem(NamedTuple):
    """One thing wrong with a ledger. `problem` is a word of CONTRACT.md's `verify`."""

    line: int
    problem: str
    detail: str


class Line(NamedTuple):
    """One line of the file: 1-based number, byte offset, and bytes without the line feed."""

    number: int
    start: int
    raw: bytes
    is_terminated: bool


def open_ledger(path: str) -> BinaryIO | None:
    """The ledger opened for reading, or None when there is none yet.

    Raises: LedgerError when it is there and cannot be read.
    """
    try:
        return open(path, "rb")
    except FileNotFoundError:
        return None
    except OSError as error:
        name = os.path.basename(path)
        raise LedgerError(
            f"cannot read {name}: {error.strerror}", fix="Make it a readable file."
        ) from error


def lines(file: BinaryIO, *, start: int = 0, number: int = 1) -> Iterator[Line]:
    """The lines of an open ledger from the byte offset `start`, whose number is `number`."""
    file.seek(start)
    for raw in file:
        is_terminated = raw.endswith(b"\n")
        yield Line(number, start, raw[:-1] if is_terminated else raw, is_terminated)
        start += len(raw)
        number += 1


def read(workspace: Workspace) -> Iterator[tuple[int, JsonObject | Problem]]:
    """Every line's number with its record, or with what is wrong with it, in ledger order.

    An unfinished last line is a `truncated` problem until the next append ends it.
    """
    file = open_ledger(workspace.ledger)
    if file is None:
        return
    with file:
        for line in lines(file):
            yield line.number, parse(line)


def parse(line: Line) -> JsonObject | Problem:
    """The valid record of a line, or its problem."""
    if not line.is_terminated:
        return Problem(line.number, "truncated", "the line was never finished")
    record = decode(line.raw)
    if isinstance(record, str):
        return Problem(line.number, "malformed", record)
    fault = fault_of(record)
    return record if fault is None else Problem(line.number, "malformed", str(fault))


def decode(raw: bytes) -> JsonObject | str:
    """The JSON object on a line, or why there is none. White space around it is accepted."""
    try:
        record = _DECODER.decode(raw.decode())
    except UnicodeDecodeError as error:
        return f"not UTF-8 at byte {error.start + 1} of the line"
    except RecursionError:
        return "not JSON that can be read: nested too deeply"
    except ValueError as error:
        if raw.startswith(_CONFLICT_MARKS):
            return "a conflict marker that a git merge left"
        if not raw.strip():
            return "an empty line"
        return f"not JSON: {error}"
    return record if isinstance(record, dict) else "not a JSON object"


def hides_record(raw: bytes) -> bool:
    """Whether a line that cannot be read may once have been a record."""
    return bool(raw.strip()) and not raw.startswith(_CONFLICT_MARKS)


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)
