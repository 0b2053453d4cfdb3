"""`tracer verify`, `seal`, `archive` and `doctor` for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.cli.words import counted, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.cli.output import Line
    from tracer.engine.sealing import Sealed
    from tracer.ledger.archive import Archived

_MARKS = {"ok": ("ok  ", "green"), "warn": ("warn", "yellow"), "fail": ("FAIL", "bold red")}


def verification_lines(document: dict[str, Any]) -> Iterator[Line]:
    """The verdict with the counts and what could not be seen, then each problem with its line."""
    counts = f"{counted(document['records'], 'record')} in {counted(document['streams'], 'stream')}"
    if document["ok"]:
        yield [("ok  ", "green"), (f"{counts}, every hash chain holds", "")]
    else:
        yield [("FAIL", "bold red"), (f"  {counts}", "")]
    for item in document["set_aside"]:
        yield [("  note  ", "yellow"), (f"line {item['line']}: {item['detail']}", "dim")]
    for signer, count in sorted(document.get("signers", {}).items()):
        yield [("  signed  ", "green"), (f"{signer}: {counted(count, 'checkpoint')}", "dim")]
    for said in document.get("unseen", ()):
        yield [("  note  ", "yellow"), (said, "dim")]
    for problem in document["problems"]:
        file = f"{problem['file']} " if problem.get("file") else ""
        where = f"{file}line {problem['line']}" if problem["line"] else "kept by git"
        yield [
            (f"  {where}: ", "bold"),
            (problem["problem"], "red"),
            (f"  {problem['detail']}" if problem.get("detail") else "", ""),
        ]


def seal_lines(done: Sealed) -> Iterator[Line]:
    """What was sealed, and where the checkpoint stands."""
    if done.record is not None:
        text = f"{counted(len(done.heads), 'stream')} in record {done.record}"
        yield [("sealed  ", "green"), (text, "")]
    if done.ref is not None:
        yield [
            ("sealed  ", "green"),
            (f"{counted(len(done.committed), 'stream')} in {done.ref}", ""),
        ]
    if done.record is None and done.ref is None:
        yield [("nothing new to seal", "")]


def archive_lines(made: list[Archived]) -> Iterator[Line]:
    """Each new segment with its sizes."""
    for segment in made:
        sizes = f"{segment.lines} lines, {segment.size:,} bytes in {segment.packed:,}"
        yield [("archived  ", "green"), (f"{segment.path}  {sizes}", "")]
    if not made:
        yield [("nothing to archive", "")]


def check_lines(checks: list[dict[str, str]], width: int | None = None) -> Iterator[Line]:
    """What was found of each thing looked at, and below it what to do about it."""
    wide = max((len(check["name"]) for check in checks), default=0)
    for check in checks:
        mark, style = _MARKS[check["status"]]
        below = " " * (len(mark) + wide + 4)
        room = None if width is None else width - len(below)
        first, *more = wrapped(check["detail"], room)
        yield [(f"{mark}  ", style), (f"{check['name']:<{wide}}  ", "bold"), (first, "")]
        yield from ([(below + line, "")] for line in more)
        if check.get("fix"):
            yield from ([(below + line, "dim")] for line in wrapped(check["fix"], room))
