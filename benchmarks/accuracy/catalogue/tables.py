"""What a run of the catalogue prints: recall and unsound verdicts by language, kind and more."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from statistics import median

MOST_REASONS = 25
_QUOTED = re.compile(r"`[^`]*`|'[^']*'|\"[^\"]*\"|\b\d+\b")


def print_tables(results):
    """All tables of a run, and its totals."""
    _table("language", results, lambda r: [r["case"]["language"]])
    _table("composed", results, lambda r: ["composed" if r["case"].get("composed") else "single"])
    _table("files", results, lambda r: ["1" if r["files"] < 2 else "2 and more"])
    _table("group", results, lambda r: [r["case"].get("group", "?")])
    _table("kind", results, lambda r: r["case"]["kinds"])
    grades = Counter(r["grade"] or "rules" for r in results if _is_found(r))
    print("grades:", ", ".join(f"{grade} {count}" for grade, count in sorted(grades.items())))
    assumed = Counter(a for r in results if _is_found(r) for a in r["assumes"])
    print("assumptions:", ", ".join(f"{a} {count}" for a, count in assumed.most_common()) or "none")
    _print_reasons(results)
    _print_times(results)


def _is_found(result):
    return result["verdict"] != "INTENT_EVOLUTION"


def _table(title, results, keys):
    rows = defaultdict(lambda: [0, 0, 0, 0])
    for result in results:
        for key in [*keys(result), *(["all"] if title == "language" else [])]:
            row = rows[key]
            is_same = result["case"]["label"] == "same"
            row[0 if is_same else 2] += 1
            row[1 if is_same else 3] += _is_found(result)
    print(f"\n{title:32} {'same':>5} {'found':>6} {'recall':>7} {'differs':>8} {'unsound':>8}")
    for key, (same, found, differs, unsound) in sorted(rows.items(), key=lambda item: item[0]):
        recall = f"{100 * found / same:.0f} %" if same else "-"
        print(f"{key[:32]:32} {same:5} {found:6} {recall:>7} {differs:8} {unsound:8}")


def _print_reasons(results):
    missed = [r for r in results if r["case"]["label"] == "same" and not _is_found(r)]
    groups = defaultdict(list)
    for result in missed:
        groups[_QUOTED.sub("_", result["reason"])[:110]].append(result["case"]["id"])
    print(f"\nreasons of {len(missed)} misses")
    ordered = sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
    for reason, ids in ordered[:MOST_REASONS]:
        print(f"{len(ids):5}  {reason}   ({ids[0]})")


def _print_times(results):
    print("\nmilliseconds a pair, median and largest:")
    for part in ("matching", "rules", "prover", "total"):
        times = sorted(1000 * r[part] for r in results)
        if times:
            print(f"{part:10} {median(times):8.1f} {times[-1]:8.1f}")
