"""The answers compared: git's blame in four modes, with and without merges, and tracer's."""

from __future__ import annotations

import os
import subprocess
import time
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.accuracy.replay.clock import cpu_seconds
from tracer.model.workspace import Workspace
from tracer.queries.blame import blame

if TYPE_CHECKING:
    from benchmarks.accuracy.blame.oracle import Row

GIT_MODES: dict[str, tuple[str, ...]] = {
    "git": (),
    "git -w": ("-w",),
    "git -w -M -C": ("-w", "-M", "-C"),
    "git -w -M -C -C -C": ("-w", "-M", "-C", "-C", "-C"),
    "git -w --first-parent": ("-w", "--first-parent"),
}
# What tracer says of a line: the change that gave it its present meaning, the last change of its
# words, the last touch of any kind.
VIEWS = ("origin", "changed", "last")
TRACER = {
    f"tracer {view}{' --merges' if merges else ''}": (view, merges)
    for merges in (False, True)
    for view in VIEWS
}
SIDES = (*GIT_MODES, *TRACER)


class Line(NamedTuple):
    """One line's answer; `touches` are commits that own a share or touched the line last."""

    commit: str | None
    touches: frozenset[str] = frozenset()
    rule: str = ""


class Answer(NamedTuple):
    """Line (1-based) to answer, and what it cost in seconds."""

    lines: dict[int, Line]
    cpu: float
    wall: float


def git_blame(repository: str, row: Row, options: tuple[str, ...]) -> Answer:
    """Git's answer. Objects that the clone lacks end some modes early: no lines then."""
    command = ["git", "--git-dir", repository, "blame", "--porcelain", *options, row.commit]
    cpu, wall = cpu_seconds(), time.perf_counter()
    done = subprocess.run([*command, "--", row.file], capture_output=True, check=False)
    found: dict[int, Line] = {}
    for raw in done.stdout.split(b"\n"):
        fields = raw.split(b" ")
        if len(fields) >= 3 and len(fields[0]) in (40, 64) and fields[2].isdigit():
            found[int(fields[2])] = Line(fields[0].decode())
    return Answer(found, cpu_seconds() - cpu, time.perf_counter() - wall)


def tracer_blame(repository: str, row: Row, *, merges: bool) -> dict[str, Answer]:
    """Tracer's answer by view, from history alone, nothing cached."""
    os.environ["TRACER_CACHE"] = "off"
    cpu, wall = cpu_seconds(), time.perf_counter()
    rows = blame(Workspace(repository), row.file, rev=row.commit, merges=merges).document["lines"]
    cpu, wall = cpu_seconds() - cpu, time.perf_counter() - wall
    return {
        view: Answer(
            {
                line["line"]: Line(
                    line[view]["id"],
                    frozenset({share["id"] for share in line["shares"]} | {line["last"]["id"]}),
                    line[view].get("rule") or line["last"]["rule"] or "",
                )
                for line in rows
            },
            cpu,
            wall,
        )
        for view in VIEWS
    }
