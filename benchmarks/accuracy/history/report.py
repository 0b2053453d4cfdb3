"""The answers as numbers and tables."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from benchmarks.accuracy.history.score import Score, percentile
from benchmarks.accuracy.replay.report import environment

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Json = dict[str, Any]

_WORST = 25


def summary(rows: Sequence[Json]) -> Json:
    """Everything a reference holds: totals, per repository and kind, and the worst cases."""
    histories = defaultdict(list)
    for row in rows:
        histories[row["element"]].append(row)
    pairs = histories.pop("line_pair", [])
    return {
        "environment": environment(),
        "histories": {element: _history(part) for element, part in histories.items()},
        "line_pairs": _pairs(pairs) if pairs else None,
    }


def _history(rows: Sequence[Json]) -> Json:
    groups = defaultdict(list)
    for row in rows:
        groups[row["repository"]].append(row)
    wrong = sorted(
        (row for row in rows if set(row["found"]) != set(row["expected"])),
        key=lambda row: (-len(set(row["found"]) ^ set(row["expected"])), row["id"]),
    )
    return {
        "total": _scores(rows),
        "repositories": {name: _scores(part) for name, part in sorted(groups.items())},
        "kinds": _by_kind(rows),
        "wrong_elements": len(wrong),
        "worst": [_case(row) for row in wrong[:_WORST]],
        "notes": sorted({note for row in rows for note in row["notes"]})[:_WORST],
    }


def _scores(rows: Sequence[Json]) -> Json:
    commits, changes, git = Score(), Score(), Score()
    for row in rows:
        commits.add(row["found"], row["expected"])
        changes.add(map(tuple, row["found_changes"]), map(tuple, row["expected_changes"]))
        if row["git"] is not None:
            git.add(row["git"], row["expected"])
    seconds = _timed(rows)
    beside = [row for row in rows if row["git"] is not None]
    both = [row for row in beside if row["seconds"] is not None]
    ours, theirs = ([row[key] for row in both] for key in ("seconds", "git_seconds"))
    return {
        "elements": len(rows),
        "git_elements": len(beside),
        "commit_level": commits.json(),
        "change_level": changes.json(),
        "git_log_L": git.json() if beside else None,
        "timed_elements": len(seconds),
        "median_seconds": round(percentile(seconds, 0.5), 2),
        "p95_seconds": round(percentile(seconds, 0.95), 2),
        "git_median_seconds": round(percentile(theirs, 0.5), 2),
        "ratio_of_medians": _ratio(percentile(ours, 0.5), percentile(theirs, 0.5)),
    }


def _timed(rows: Iterable[Json]) -> list[float]:
    """The seconds of the elements that were asked alone."""
    return [row["seconds"] for row in rows if row["seconds"] is not None]


def _ratio(ours: float, theirs: float) -> float | None:
    return round(ours / theirs, 2) if theirs else None


def _by_kind(rows: Iterable[Json]) -> Json:
    found: dict[str, Score] = defaultdict(Score)
    for row in rows:
        ours, theirs = row["found_changes"], row["expected_changes"]
        for kind in {kind for _, kind in ours} | {kind for _, kind in theirs}:
            found[kind].add([c for c, k in ours if k == kind], [c for c, k in theirs if k == kind])
    return {kind: score.json() for kind, score in sorted(found.items())}


def _case(row: Json) -> Json:
    ours, theirs = set(row["found"]), set(row["expected"])
    return {
        "id": row["id"],
        "extra": [commit[:12] for commit in sorted(ours - theirs)],
        "missing": [commit[:12] for commit in sorted(theirs - ours)],
        "notes": row["notes"][:1],
    }


def _pairs(rows: Sequence[Json]) -> Json:
    hard = [row for row in rows if not row["git_exact"]]
    wrong = [row for row in rows if row["found"] != row["expected"]]
    seconds = _timed(rows)
    return {
        "pairs": len(rows),
        "timed_pairs": len(seconds),
        "git_pairs": sum(row["git"] is not None for row in rows),
        "exact_percent": _exact(rows, "found"),
        "git_exact_percent": _exact(rows, "git"),
        "hard_pairs": len(hard),
        "hard_exact_percent": _exact(hard, "found"),
        "git_hard_exact_percent": _exact(hard, "git"),
        "median_seconds": round(percentile(seconds, 0.5), 2),
        "p95_seconds": round(percentile(seconds, 0.95), 2),
        "worst": [
            {key: row[key] for key in ("id", "repository", "path", "after", "expected", "found")}
            for row in wrong[: 2 * _WORST]
        ],
    }


def _exact(rows: Sequence[Json], side: str) -> float | None:
    judged = [row for row in rows if side != "git" or row["git"] is not None]
    exact = sum(row[side] == row["expected"] for row in judged)
    return round(100 * exact / len(judged), 2) if judged else None


def markdown(document: Json) -> str:
    """The committed table."""
    env = document["environment"]
    out = [
        "# Element histories, against labels",
        "",
        "Made by `python -m benchmarks.accuracy.history` (see its `--help`); do not edit.",
        "Commit level: the sets of commits of each element, summed. Change level: (commit, kind).",
        "Seconds are processor time of one cold call, git's processes included; of as many as",
        "stand in brackets where not all were asked alone.",
        "",
        "Environment: Python {python}, git {git}, {system} {machine}, {cores} cores.".format(**env)
        + " Where not all elements of an oracle were asked, or git was not asked of all, the "
        + "tables say how many.",
    ]
    for element, part in document["histories"].items():
        out += ["", f"## {element}", "", *_table(part), "", *_kinds(part["kinds"]), ""]
        out += [f"{part['wrong_elements']} elements differ; the worst:", ""]
        out += [
            f"- `{case['id']}`: extra {' '.join(case['extra']) or '-'}; "
            f"missing {' '.join(case['missing']) or '-'} {' '.join(case['notes'])}".rstrip()
            for case in part["worst"]
        ]
        out += [f"- note: {note}" for note in part["notes"]]
    if document["line_pairs"]:
        out += _pair_lines(document["line_pairs"])
    return "\n".join(out) + "\n"


def _table(part: Json) -> list[str]:
    heads = "| repository | elements | commits P / R / F1 | changes P / R / F1 | git log -L P / R "
    heads += "| median s | p95 s | ratio to git |"
    lines = [heads, "|---" * 8 + "|"]
    for name, row in [*part["repositories"].items(), ("**all**", part["total"])]:
        lines.append(
            f"| {name} | {row['elements']} | {_prf(row['commit_level'])} "
            f"| {_prf(row['change_level'])} "
            f"| {_beside(row)} "
            f"| {row['median_seconds']}{_timed_of(row)} "
            f"| {row['p95_seconds']} | {row['ratio_of_medians'] or '-'} |"
        )
    return lines


def _beside(row: Json) -> str:
    """What `git log -L` finds, and of how many elements where it was not asked for all."""
    if not row["git_log_L"]:
        return "-"
    asked = row["git_elements"]
    return _prf(row["git_log_L"], with_f1=False) + f" (of {asked})" * (asked < row["elements"])


def _timed_of(row: Json) -> str:
    timed = row["timed_elements"]
    return f" ({timed})" * (timed < row["elements"])


def _kinds(kinds: Json) -> list[str]:
    lines = ["| kind | right | extra | missing | P / R / F1 |", "|---|---|---|---|---|"]
    for name, row in kinds.items():
        lines.append(f"| {name} | {row['tp']} | {row['fp']} | {row['fn']} | {_prf(row)} |")
    return lines


def _prf(score: Json, *, with_f1: bool = True) -> str:
    text = f"{score['precision']} / {score['recall']}"
    return f"{text} / {score['f1']}" if with_f1 else text


def _pair_lines(pairs: Json) -> list[str]:
    out = [
        "",
        "## block line pairs",
        "",
        "| pairs | exact | git diff | pairs git gets wrong | exact | git diff | median s | p95 s |",
        "|---" * 8 + "|",
        (
            "| {pairs} | {exact_percent} % | {git_exact_percent} % of {git_pairs} | {hard_pairs} "
            "| {hard_exact_percent} % | {git_hard_exact_percent} % | {median_seconds} "
            "({timed_pairs}) | {p95_seconds} |"
        ).format(**pairs),
        "",
    ]
    out += [
        f"- `{case['id']}` {case['repository']} {case['path']}:{case['after']}: "
        f"expected {case['expected']}, found {case['found']}"
        for case in pairs["worst"]
    ]
    return out
