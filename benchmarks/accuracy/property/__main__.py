"""`python -m benchmarks.accuracy.property`: leaf accuracy for each language and kind of edit."""

from __future__ import annotations

import argparse
import difflib
import sys
import time

from benchmarks.accuracy.property.code import LANGUAGES
from benchmarks.accuracy.property.edits import EDITS
from benchmarks.accuracy.property.judge import Judged
from benchmarks.accuracy.property.single import Case, single


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--language", action="append", choices=sorted(LANGUAGES))
    parser.add_argument("--kind", action="append", choices=sorted(EDITS))
    parser.add_argument("--seeds", default="0-8", help="FIRST-LAST, LAST not included")
    parser.add_argument("--worst", type=int, default=0, help="show so many failures, with diffs")
    options = parser.parse_args()
    first, _, last = options.seeds.partition("-")
    seeds = range(int(first), int(last))
    started = time.process_time()
    shown = options.worst
    kinds = options.kind or [kind for kind in EDITS if not kind.startswith("revert")]
    print(f"{'language':11}{'edit':24}{'cases':>6}{'bad':>5}{'leaves':>8}{'loose':>6}{'wrong':>6}")
    for language in options.language or sorted(LANGUAGES):
        for kind in kinds:
            total, cases, bad = Judged(0, 0, 0, []), 0, 0
            for seed in seeds:
                case = single(language, kind, seed)
                if case is None:
                    continue
                cases += 1
                total += case.judged
                bad += bool(case.judged.wrong)
                if case.judged.wrong and shown:
                    shown -= 1
                    show(f"{language} {kind} seed {seed}: {case.what}", case)
            print(
                f"{language:11}{kind:24}{cases:6}{bad:5}{total.leaves:8}{total.loose:6}"
                f"{len(total.wrong):6}"
            )
    print(f"{time.process_time() - started:.1f} s of processor time", file=sys.stderr)


def show(title: str, case: Case) -> None:
    """A failure: the edit as a difference, and the leaves that have another origin."""
    print(f"--- {title}")
    for path in sorted(case.before | case.after):
        texts = [side.get(path, b"").decode().splitlines() for side in (case.before, case.after)]
        for line in difflib.unified_diff(*texts, path, path, n=1, lineterm=""):
            print("   ", line)
    for wrong in case.judged.wrong[:12]:
        print(f"    {wrong.path}:{wrong.line} {wrong.text!r} {wrong.wanted} but {wrong.found}")


if __name__ == "__main__":
    main()
