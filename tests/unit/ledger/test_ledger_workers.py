"""A long ledger is looked at by several processes, and answers as one process would."""

from __future__ import annotations

import os
import sqlite3
from typing import TYPE_CHECKING, Any

import pytest

from tracer.ledger import Index, append, verify, workers
from tracer.ledger.archive import archive
from tracer.ledger.storage import Line, open_ledger

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no processes can be forked")


@pytest.fixture
def short_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of a few lines, for three processes."""
    monkeypatch.setattr(workers, "_PART", 997)
    monkeypatch.setattr(workers, "_LONG", 0)
    monkeypatch.setattr(workers, "_processes", lambda: 3)


@pytest.fixture
def long(workspace: Workspace) -> Workspace:
    for number in range(120):
        append(workspace, {"event": "note", "text": "é" * (number * 7 % 90)}, sync=False)
    return workspace


def size_of(line: Line) -> int | None:
    return len(line.raw) if b"integrity" in line.raw else None


def looked(workspace: Workspace, **how: Any) -> list[workers.Looked]:
    ledger = open_ledger(workspace.ledger)
    assert ledger is not None
    with ledger:
        return list(workers.looked_at(ledger, size_of, **how))


@pytest.mark.usefixtures("short_parts")
def test_lines_are_the_same(long: Workspace) -> None:
    """Every line once, in order, at its place: also empty ones, and one without an end."""
    with open(long.ledger, "r+b") as file:
        lines = file.read().splitlines(keepends=True)
        file.seek(0)
        file.writelines([*lines[:40], b"\n", b"\n", b"x" * 3000 + b"\n", *lines[40:], b"half"])
    assert looked(long) == looked(long, alone=True)
    assert [one.found for one in looked(long)][40:43] == [None] * 3
    after = looked(long)[50]
    rest = looked(long, start=after.start, number=after.number)
    assert rest == looked(long)[50:]
    assert rest[-1].line == Line(124, rest[-1].start, b"half", is_terminated=False)


@pytest.mark.usefixtures("short_parts")
def test_an_archived_part_is_read_before(long: Workspace) -> None:
    """Numbers and positions go on from the archived lines."""
    whole = looked(long)
    archive(long, 50)
    assert looked(long) == whole == looked(long, alone=True)


@pytest.mark.usefixtures("short_parts")
def test_what_a_process_leaves_is_looked_at_here(long: Workspace) -> None:
    """One that dies costs time and no line."""
    here, marked = os.getpid(), looked(long)[70].size

    def dies(line: Line) -> int | None:
        if len(line.raw) == marked and os.getpid() != here:
            os._exit(9)
        return size_of(line)

    ledger = open_ledger(long.ledger)
    assert ledger is not None
    with ledger:
        found = list(workers.looked_at(ledger, dies))
    assert found == looked(long, alone=True)


@pytest.mark.usefixtures("short_parts")
@pytest.mark.parametrize("damage", ["none", "edited", "malformed", "truncated", "crlf"])
def test_verify_and_index_say_the_same(
    long: Workspace, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    """Whatever is wrong with a ledger, whoever looks at it."""
    with open(long.ledger, "rb") as file:
        lines = file.read().splitlines(keepends=True)
    if damage == "edited":
        lines[60] = lines[60].replace("é".encode(), b"e", 1)
    elif damage == "malformed":
        lines[60] = b"{\n"
    elif damage == "truncated":
        lines[-1] = lines[-1][:50]
    elif damage == "crlf":
        lines[60] = lines[60][:-1] + b"\r\n"
    with open(long.ledger, "wb") as file:
        file.writelines(lines)
    by_many = verify(long), rows(long)
    monkeypatch.setattr(workers, "_LONG", 1 << 40)
    os.unlink(os.path.join(long.index, "index.sqlite3"))
    assert (verify(long), rows(long)) == by_many
    assert by_many[0].ok == (damage == "none")


def rows(workspace: Workspace) -> list[list[tuple[Any, ...]]]:
    Index.open(workspace).close()
    connection = sqlite3.connect(os.path.join(workspace.index, "index.sqlite3"))
    try:
        tables = ("records", "files", "tips", "ends", "chunks")
        return [connection.execute(f"SELECT * FROM {one}").fetchall() for one in tables]
    finally:
        connection.close()
