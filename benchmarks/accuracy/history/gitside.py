"""Git's own answers: `git log -L`, and the lines a plain diff maps a block to."""

from __future__ import annotations

import re
import subprocess

from benchmarks.accuracy.replay.clock import cpu_seconds

_HUNK = re.compile(r"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", re.MULTILINE)


def log_of_lines(
    directory: str, revision: str, path: str, lines: str, timeout: float
) -> tuple[set[str], float]:
    """The commits `git log -L` tells of, and the processor seconds it took."""
    start = cpu_seconds()
    try:
        done = subprocess.run(
            _git(directory, "log", "--no-patch", "--format=%H", f"-L{lines}:{path}", revision),
            capture_output=True, check=False, timeout=timeout,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return set(), cpu_seconds() - start
    return set(done.stdout.decode().split()), cpu_seconds() - start


def lines_before(directory: str, before: str, after: str, span: tuple[int, int]) -> tuple[int, int]:
    """The lines before that a plain diff gives for a block after; both are REVISION:PATH."""
    done = subprocess.run(
        _git(directory, "diff", "-U0", before, after),
        capture_output=True, check=False,
    )  # fmt: skip
    hunks = []
    for match in _HUNK.finditer(done.stdout.decode("utf-8", "replace")):
        b, m, a, n = (int(group) if group else 1 for group in match.groups())
        hunks.append((b - (m > 0), m, a - (n > 0), n))
    return _back(hunks, span[0] - 1) + 1, _back(hunks, span[1] - 1) + 1


def _back(hunks: list[tuple[int, int, int, int]], line: int) -> int:
    """A 0-based line one step back. A line the hunk replaced takes the line at the same place."""
    shift = 0
    for before, removed, after, added in hunks:
        if line < after:
            break
        if line < after + added:
            return before + min(line - after, max(0, removed - 1))
        shift = before + removed - after - added
    return line + shift


def _git(directory: str, *arguments: str) -> list[str]:
    return [
        "git", "--no-pager", "-c", "core.quotepath=off", "-c", "protocol.allow=never",
        f"--git-dir={directory}", *arguments,
    ]  # fmt: skip
