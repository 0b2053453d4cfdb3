"""The tables: by language, by kind of node, worst cases, time."""

from __future__ import annotations

import statistics
from typing import Any

from benchmarks.accuracy.astdiff.score import Score

Json = dict[str, Any]
SIDES = ("tracer", "git")
_WORST = 15


class Tally:
    """Scores of both sides, summed by language and kind, and what each case came to."""

    def __init__(self) -> None:
        self.languages: dict[str, dict[str, Score]] = {}
        self.kinds: dict[tuple[str, str], dict[str, Score]] = {}
        self.cases: list[tuple[str, str, Score]] = []
        self.seconds: dict[str, list[float]] = {}
        # Wrong pairs that git's lines say too: mostly unchanged code that the oracle left out.
        self.both_wrong: dict[str, int] = {}

    def add(self, language: str, case: str, judged: dict[str, Any]) -> None:
        for side, result in judged.items():
            score = result.score()
            _into(self.languages.setdefault(language, {}), side, score)
            _into(self.languages.setdefault("all", {}), side, score)
            for kind, part in result.by_kind().items():
                _into(self.kinds.setdefault((language, kind), {}), side, part)
        both = len(judged["tracer"].wrong & judged["git"].wrong)
        for name in (language, "all"):
            self.both_wrong[name] = self.both_wrong.get(name, 0) + both
        self.cases.append((language, case, judged["tracer"].score()))

    def document(self) -> Json:
        """Everything the tables show, as JSON."""
        return {
            "languages": {
                name: {side: _figures(sides.get(side, Score())) for side in SIDES}
                for name, sides in sorted(self.languages.items())
            },
            "wrong_as_git_says": dict(sorted(self.both_wrong.items())),
            "kinds": {
                f"{language} {kind}": {side: _figures(sides.get(side, Score())) for side in SIDES}
                for (language, kind), sides in sorted(self.kinds.items())
            },
            "worst": [
                {"case": f"{language} {case}", **_figures(score)}
                for language, case, score in sorted(
                    self.cases, key=lambda entry: (-entry[2].wrong - entry[2].missed, entry[1])
                )[:_WORST]
                if score.wrong + score.missed
            ],
            "time_ms_per_change_set": {
                name: _times(seconds) for name, seconds in sorted(self.seconds.items())
            },
        }


def _into(scores: dict[str, Score], side: str, score: Score) -> None:
    scores[side] = scores.get(side, Score()).plus(score)


def _figures(score: Score) -> Json:
    return {
        "right": score.right,
        "wrong": score.wrong,
        "missed": score.missed,
        "precision": round(100 * score.precision, 2),
        "recall": round(100 * score.recall, 2),
        "f1": round(100 * score.f1, 2),
    }


def _times(seconds: list[float]) -> Json:
    ordered = sorted(seconds)
    return {
        "change_sets": len(ordered),
        "median": round(1e3 * statistics.median(ordered), 1),
        "p95": round(1e3 * ordered[int(0.95 * (len(ordered) - 1))], 1),
    }


def markdown(document: Json) -> str:
    """The document as tables for people."""
    lines = [f"# Node mappings: {document['oracle']}", "", document["about"], ""]
    lines += _table("language", document["languages"])
    both = ", ".join(f"{name} {count}" for name, count in document["wrong_as_git_says"].items())
    lines += [f"Of the wrong pairs, git's lines say the same of: {both}.", ""]
    lines += _table("kind", document["kinds"])
    lines += ["| worst cases | right | wrong | missed |", "|---|---|---|---|"]
    lines += [
        f"| {case['case']} | {case['right']} | {case['wrong']} | {case['missed']} |"
        for case in document["worst"]
    ]
    lines += ["", "| CPU time of a change set, ms | number | median | p95 |", "|---|---|---|---|"]
    lines += [
        f"| {name} | {times['change_sets']} | {times['median']} | {times['p95']} |"
        for name, times in document["time_ms_per_change_set"].items()
    ]
    return "\n".join(lines) + "\n"


def _table(name: str, rows: Json) -> list[str]:
    head = " | ".join(f"{side} P | R | F1" for side in SIDES)
    lines = [f"| {name} | {head} | right | wrong | missed |", "|---" * 10 + "|"]
    for label, sides in rows.items():
        cells = [
            f"{sides[side][figure]:.1f}"
            for side in SIDES
            for figure in ("precision", "recall", "f1")
        ]
        counts = [str(sides["tracer"][figure]) for figure in ("right", "wrong", "missed")]
        lines.append(f"| {label} | {' | '.join(cells + counts)} |")
    return [*lines, ""]
