"""`tracer verify` and `tracer doctor` for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.cli.output import Line

_MARKS = {"ok": ("ok  ", "green"), "warn": ("warn", "yellow"), "fail": ("FAIL", "bold red")}


def verification_lines(document: dict[str, Any]) -> Iterator[Line]:
    """The verdict with the counts, then each problem with its line."""
    counts = f"{document['records']} records in {_streams(document['streams'])}"
    if document["ok"]:
        yield [("ok  ", "green"), (f"{counts}, every hash chain holds", "")]
    else:
        yield [("FAIL", "bold red"), (f"  {counts}", "")]
    for item in document["set_aside"]:
        yield [("  note  ", "yellow"), (f"line {item['line']}: {item['detail']}", "dim")]
    for problem in document["problems"]:
        yield [
            (f"  line {problem['line']}: ", "bold"),
            (problem["problem"], "red"),
            (f"  {problem['detail']}" if problem.get("detail") else "", ""),
        ]


def check_lines(checks: list[dict[str, str]]) -> Iterator[Line]:
    """One line for each thing looked at, and below it what to do about it."""
    wide = max((len(check["name"]) for check in checks), default=0)
    for check in checks:
        mark, style = _MARKS[check["status"]]
        yield [(f"{mark}  ", style), (f"{check['name']:<{wide}}  ", "bold"), (check["detail"], "")]
        if check.get("fix"):
            yield [(" " * (6 + wide + 2), ""), (check["fix"], "dim")]


def _streams(count: int) -> str:
    return "1 stream" if count == 1 else f"{count} streams"
