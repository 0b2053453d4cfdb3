"""Git's own blame, as the thing to compare with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.accuracy.replay.clock import cpu_seconds
from benchmarks.accuracy.replay.metric import Blamed

if TYPE_CHECKING:
    from tracer.vcs import Git

OPTIONS = ("-w", "-M", "-C", "-C", "-C")


def git_blame(
    git: Git, path: str, final: str, base: str | None, *, first_parent: bool
) -> tuple[dict[int, Blamed], float]:
    """The blame of every line of a file, and the seconds git took."""
    arguments = ["blame", "--porcelain", *OPTIONS]
    if first_parent:
        arguments.append("--first-parent")
    span = f"{base}..{final}" if base else final
    start = cpu_seconds()
    raw = git.run(*arguments, span, "--", path)
    seconds = cpu_seconds() - start
    return parse_porcelain(raw), seconds


def parse_porcelain(raw: bytes) -> dict[int, Blamed]:
    """Line to blame from `git blame --porcelain` output."""
    found: dict[int, Blamed] = {}
    paths: dict[str, str] = {}
    boundary: set[str] = set()
    waiting: list[tuple[int, str, int]] = []
    sha = ""
    line = before = 0
    for row in raw.decode("utf-8", "surrogateescape").split("\n"):
        if row.startswith("\t"):
            waiting.append((line, sha, before))
            found[line] = Blamed(sha, paths[sha], before)
        elif row.startswith("filename "):
            paths[sha] = row[len("filename ") :]
        elif row == "boundary":
            boundary.add(sha)
        else:
            fields = row.split(" ")
            if len(fields) >= 3 and len(fields[0]) in (40, 64) and fields[1].isdigit():
                sha, before, line = fields[0], int(fields[1]), int(fields[2])
    return {
        number: Blamed(None, blamed.path, blamed.line) if blamed.commit in boundary else blamed
        for number, blamed in found.items()
    }
