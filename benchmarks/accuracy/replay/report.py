"""The comparison as numbers, as JSON and as a table."""

from __future__ import annotations

import os
import platform
import subprocess
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.accuracy.replay.metric import Score

if TYPE_CHECKING:
    from benchmarks.accuracy.replay.metric import Blamed

Json = dict[str, Any]


class Side(NamedTuple):
    """One blame of one file."""

    blame: dict[int, Blamed]
    score: Score
    seconds: float


class File(NamedTuple):
    """Both blames of one file, over its lines that are not blank."""

    path: str
    lines: list[int]
    git: Side
    tracer: Side

    def agreement(self) -> tuple[int, int]:
        """(lines with the same commit, lines both sides have a commit for)."""
        same = compared = 0
        for line in self.lines:
            ours, theirs = self.tracer.blame.get(line), self.git.blame.get(line)
            if ours and theirs and ours.commit and theirs.commit:
                compared += 1
                same += ours.commit == theirs.commit
        return same, compared


def table(files: list[File]) -> Json:
    """Rows for each file with code in functions, and totals: package, tests, all."""
    rows = [_row(file.path, [file]) for file in files if file.git.score.lines]
    tests = [file for file in files if is_test(file.path)]
    package = [file for file in files if not is_test(file.path)]
    totals = [
        _row(name, part)
        for name, part in (("package", package), ("tests", tests), ("all files", files))
        if part
    ]
    return {"files": rows, "totals": totals, "worst": _worst(files)}


def is_test(path: str) -> bool:
    """Whether a file is a test, by the usual names."""
    parts = path.split("/")
    name = parts[-1]
    return (
        bool({"test", "tests", "__tests__"} & set(parts))
        or name.startswith("test_")
        or ".spec." in name
        or ".test." in name
    )


def _row(name: str, files: list[File]) -> Json:
    pairs = [file.agreement() for file in files]
    same, compared = sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)
    return {
        "name": name,
        "code_lines_in_functions": sum(file.git.score.lines for file in files),
        "git": _side([file.git for file in files]),
        "tracer": _side([file.tracer for file in files]),
        "agree_percent": round(100 * same / compared, 1) if compared else None,
        "compared_lines": compared,
    }


def _side(sides: list[Side]) -> Json:
    total = Score()
    for side in sides:
        total.add(side.score)
    return {
        "judged": total.judged,
        "wrong": total.wrong,
        "wrong_percent": round(100 * total.share, 2),
        "not_judged": {
            "unparsable": total.unparsable,
            "outside_functions": total.outside,
            "before_range": total.boundary,
        },
        "cpu_seconds": round(sum(side.seconds for side in sides), 2),
    }


def _worst(files: list[File]) -> list[Json]:
    total = Score()
    for file in files:
        total.add(file.tracer.score)
    return [
        {"lines": count, "commit": commit[:12], "path": path, "function": function}
        for (commit, path, function), count in total.cases.most_common(25)
    ]


def environment() -> Json:
    """What the numbers depend on; nothing that names a machine or person."""
    git = subprocess.run(["git", "--version"], capture_output=True, text=True, check=True).stdout
    return {
        "python": platform.python_version(),
        "git": git.split()[2],
        "system": platform.system(),
        "machine": platform.machine(),
        "cores": os.cpu_count(),
    }


def markdown(document: Json) -> str:
    """The committed table."""
    env = document["environment"]
    out = [
        "# Blame on real history: tracer beside git",
        "",
        "Made by `python -m benchmarks.accuracy.replay` (see its `--help`); do not edit.",
        "What *wrong* means is defined in `metric.py`: the blamed commit left the line's function",
        f"exactly as it was, by {document['judge']}. Seconds are processor time.",
        "",
        "Environment: Python {python}, git {git}, {system} {machine}, {cores} cores.".format(**env),
    ]
    for run in document["runs"]:
        out += ["", f"## {run['title']}", "", run["about"], ""]
        out += _table(run["totals"], total=True)
        out += ["", "Per file:", ""]
        out += _table(run["files"], total=False)
        if run["worst"]:
            out += ["", "Functions with most lines tracer blames wrongly:", ""]
            out += [
                f"- {case['lines']} lines: `{case['function']}` in `{case['path']}`, "
                f"commit {case['commit']}"
                for case in run["worst"][:10]
            ]
    return "\n".join(out) + "\n"


def _table(rows: list[Json], *, total: bool) -> list[str]:
    first = "part" if total else "file"
    heads = (first, "code lines in functions", "git wrong", "tracer wrong")
    heads += ("git judged", "tracer judged", "agree", "git CPU s", "tracer CPU s")
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for row in rows:
        git, ours = row["git"], row["tracer"]
        agree = "" if row["agree_percent"] is None else f"{row['agree_percent']} %"
        lines.append(
            f"| {row['name']} | {row['code_lines_in_functions']} | {git['wrong_percent']} % "
            f"| {ours['wrong_percent']} % | {git['judged']} | {ours['judged']} | {agree} "
            f"| {git['cpu_seconds']} | {ours['cpu_seconds']} |"
        )
    return lines
