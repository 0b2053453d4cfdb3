"""`python -m benchmarks.accuracy.stories`: random stories, held against their own truth.

Prints the share of lines with the right owner after each kind of step, and where queries
contradict each other. `--json OUT` writes the figures.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from typing import Any

from benchmarks.accuracy.stories.story import run_story


def main() -> None:
    """Run the stories and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="0-20", help="FIRST-LAST, LAST not included")
    parser.add_argument("--steps", type=int, default=30)
    parser.add_argument("--worst", type=int, default=0, help="show so many failures")
    parser.add_argument("--keep", help="leave the only story, with its trace, in this directory")
    parser.add_argument("--json", help="write the figures to this file")
    options = parser.parse_args()
    first, _, last = options.seeds.partition("-")
    seeds = range(int(first), int(last))
    figures = measure(seeds, options.steps, options.worst, options.keep)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            file.write(
                json.dumps({"seeds": options.seeds, "steps": options.steps, **figures}, indent=1)
                + "\n"
            )


def measure(seeds: range, steps: int, worst: int = 0, keep: str | None = None) -> dict[str, Any]:
    """{kind: [steps, lines judged, lines made wrong]}, and the sums."""
    counts: Counter[str] = Counter()
    lines: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    standing = apart = hindered = 0
    for seed in seeds:
        outcome = run_story(seed, steps, keep=keep)
        counts += outcome.steps
        lines += outcome.lines
        wrong.update(item.step for item in outcome.wrong)
        standing += outcome.standing
        apart += len(outcome.disagreements)
        hindered += len(outcome.problems)
        for item in outcome.wrong[: max(0, worst)]:
            print(f"seed {seed} step {item.number} {item.step}: {item.path}:{item.line} "
                  f"{item.text!r}: {item.wanted}, said {item.found}")  # fmt: skip
        for text in (outcome.disagreements + outcome.problems)[: max(0, worst)]:
            print(text)
        sys.stdout.flush()
        sys.stderr.write(f"\rseed {seed}")
    sys.stderr.write("\n")
    print(f"{'step':24}{'steps':>7}{'lines':>9}{'made wrong':>12}{'right':>10}")
    for kind in sorted(counts):
        right = 100 - 100 * wrong[kind] / max(1, lines[kind])
        print(f"{kind:24}{counts[kind]:7}{lines[kind]:9}{wrong[kind]:12}{right:9.2f} %")
    total, made = sum(lines.values()), sum(wrong.values())
    share = 100 - 100 * standing / max(1, total)
    print(f"{'all':24}{sum(counts.values()):7}{total:9}{made:12}")
    print(f"lines with the right owner, at all times: {share:.2f} % ({standing} wrong)")
    print(f"disagreements {apart}, git hindered or ledger damaged {hindered}")
    return {
        "kinds": {kind: [counts[kind], lines[kind], wrong[kind]] for kind in sorted(counts)},
        "lines": total,
        "made_wrong": made,
        "wrong": standing,
        "disagreements": apart,
        "problems": hindered,
    }


if __name__ == "__main__":
    main()
