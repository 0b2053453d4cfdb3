"""`python -m benchmarks.accuracy.property`: leaf accuracy for each language and kind of edit.

Single edits, sequences of fifty with a ledger and git, commits without a ledger, and calls that
overlap. `--json OUT` writes the figures; `--worst N` shows failures as differences.
"""

from __future__ import annotations

import argparse
import difflib
import json
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

from benchmarks.accuracy.property.chain import run_chain
from benchmarks.accuracy.property.code import LANGUAGES
from benchmarks.accuracy.property.edits import EDITS
from benchmarks.accuracy.property.history import run_history
from benchmarks.accuracy.property.interleaved import interleaved
from benchmarks.accuracy.property.judge import Judged
from benchmarks.accuracy.property.single import Case, single

if TYPE_CHECKING:
    from collections.abc import Sequence

MODES = ("single", "chain", "history", "interleaved")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mode", action="append", choices=MODES)
    parser.add_argument("--language", action="append", choices=sorted(LANGUAGES))
    parser.add_argument("--kind", action="append", choices=sorted(EDITS))
    parser.add_argument("--seeds", default="0-8", help="FIRST-LAST, LAST not included")
    parser.add_argument("--steps", type=int, default=50, help="edits of a sequence")
    parser.add_argument("--worst", type=int, default=0, help="show so many failures")
    parser.add_argument("--json", help="write the figures to this file")
    options = parser.parse_args()
    first, _, last = options.seeds.partition("-")
    seeds = range(int(first), int(last))
    languages = options.language or sorted(LANGUAGES)
    figures: dict[str, Any] = {"seeds": options.seeds}
    for mode in options.mode or MODES:
        started = time.process_time()
        if mode == "single":
            kinds = options.kind or [kind for kind in EDITS if not kind.startswith("revert")]
            figures[mode] = singles(languages, kinds, seeds, options.worst)
        elif mode == "chain":
            figures[mode] = chains(languages, seeds, options.steps, options.worst)
        elif mode == "history":
            figures[mode] = histories(languages, seeds)
        else:
            figures[mode] = overlapping(seeds, options.worst)
        print(f"{mode}: {time.process_time() - started:.1f} s of processor time", file=sys.stderr)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            file.write(json.dumps(figures, indent=1) + "\n")


def singles(
    languages: Sequence[str], kinds: Sequence[str], seeds: range, worst: int
) -> dict[str, dict[str, list[int]]]:
    """{language: {kind: [cases, leaves, ambiguous, wrong]}}."""
    print(f"{'language':11}{'one edit':24}{'cases':>6}{'leaves':>9}{'ambiguous':>10}{'wrong':>6}")
    found: dict[str, dict[str, list[int]]] = {}
    for language in languages:
        for kind in kinds:
            cases = [(seed, case) for seed in seeds if (case := single(language, kind, seed))]
            total = sum((case.judged for _, case in cases), Judged(0, 0, 0, []))
            for seed, case in cases:
                if case.judged.wrong and worst:
                    worst -= 1
                    show(f"{language} {kind} seed {seed}: {case.what}", case)
            row = [len(cases), total.leaves, total.loose, len(total.wrong)]
            found.setdefault(language, {})[kind] = row
            print(f"{language:11}{kind:24}{row[0]:6}{row[1]:9}{row[2]:10}{row[3]:6}", flush=True)
    return found


def chains(languages: Sequence[str], seeds: range, steps: int, worst: int) -> dict[str, Any]:
    """{language: [leaves at the ends, ambiguous, wrong], "kinds": {kind: [steps, mistakes]}}."""
    print(f"{'language':11}{steps} edits: leaves at the end, ambiguous, wrong, right")
    found: dict[str, Any] = {}
    counts: Counter[str] = Counter()
    mistakes: Counter[str] = Counter()
    for language in languages:
        row = [0, 0, 0]
        for seed in seeds:
            outcome = run_chain(language, seed, steps)
            counts += outcome.steps
            mistakes.update(mistake.kind for mistake in outcome.mistakes)
            ends = outcome.leaves, outcome.loose, len(outcome.wrong)
            row = [a + b for a, b in zip(row, ends, strict=True)]
            for step in dict.fromkeys(mistake[:4] for mistake in outcome.mistakes):
                if worst:
                    worst -= 1
                    show_step(language, seed, step, [m for m in outcome.mistakes if m[:4] == step])
        found[language] = row
        share = 100 - 100 * row[2] / max(1, row[0])
        print(f"{language:11}{row[0]:8}{row[1]:8}{row[2]:8}{share:8.2f} %", flush=True)
    found["kinds"] = {kind: [counts[kind], mistakes[kind]] for kind in sorted(counts)}
    for kind, (number, wrong) in found["kinds"].items():
        print(f"  {kind:26}{number:6} steps{wrong:6} leaves made wrong")
    return found


def histories(languages: Sequence[str], seeds: range) -> dict[str, list[int]]:
    """{language: [leaves, ambiguous, wrong]} of twelve commits."""
    print(f"{'language':11}12 commits, no ledger: leaves, ambiguous, wrong")
    found = {}
    for language in languages:
        total = sum((run_history(language, seed, 12) for seed in seeds), Judged(0, 0, 0, []))
        found[language] = row = [total.leaves, total.loose, len(total.wrong)]
        print(f"{language:11}{row[0]:8}{row[1]:8}{row[2]:8}", flush=True)
    return found


def overlapping(seeds: range, worst: int) -> dict[str, int]:
    """How many interleavings there were, and what of them went wrong."""
    slips = [slip for seed in seeds for slip in interleaved(seed)]
    found = {
        "interleavings": len(seeds),
        "lost": sum(slip.said == "lost" for slip in slips),
        "wrong_writer": sum(slip.said != "lost" for slip in slips),
        "interleavings_with_a_slip": len({slip.seed for slip in slips}),
    }
    print(", ".join(f"{key} {value}" for key, value in found.items()))
    for slip in slips[:worst]:
        print(f"    seed {slip.seed}: {slip.word} is {slip.writer}'s, said to be {slip.said}'s")
    return found


def show(title: str, case: Case) -> None:
    """A failure: the edit as a difference, and the leaves that have another origin."""
    print(f"--- {title}")
    for path in sorted(case.before | case.after):
        texts = [side.get(path, b"").decode().splitlines() for side in (case.before, case.after)]
        for line in difflib.unified_diff(*texts, path, path, n=1, lineterm=""):
            print("   ", line)
    for wrong in case.judged.wrong[:12]:
        print(f"    {wrong.path}:{wrong.line} {wrong.text!r} {wrong.wanted} but {wrong.found}")


def show_step(language: str, seed: int, step: tuple[Any, ...], mistakes: list[Any]) -> None:
    """A step of a sequence that made leaves wrong."""
    number, kind, writer, what = step
    print(f"--- {language} seed {seed} step {number}, {writer}, {kind}: {what}"[:150])
    for wrong in (mistake.wrong for mistake in mistakes[:6]):
        print(f"    {wrong.path}:{wrong.line} {wrong.text!r} {wrong.wanted} but {wrong.found}")


if __name__ == "__main__":
    main()
