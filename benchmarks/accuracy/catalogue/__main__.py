"""Recall and soundness over pairs of small programs that were executed or compiled on both sides.

    python -m benchmarks.accuracy.catalogue [--cases DIR|FILE]... [--language L]... [--only-prover]
        [--only-rules] [--id TEXT]... [--assume LIST] [--json FILE] [-v]

Committed cases: `cases/open` (the default), which may be read, and `cases/unread`, which nobody who
works on the prover reads: it tells how good the verdicts are, the open half how far they are tuned
(cases/README.md). Cases are JSON lines: `label` is `same` (a refactoring) or `differs` (a
look-alike, one slip away); `before` and `after` are all files of the program, so that the world is
closed. `--only-prover` asks the equivalence alone, `--only-rules` leaves it out; `-v` prints each
miss with its reason, and `--traceback` where an exception came from, which counts as a refusal
otherwise.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
import time
import traceback
from pathlib import Path

from benchmarks.accuracy.catalogue.judge import PARTS, judged
from benchmarks.accuracy.catalogue.tables import print_tables

CASES = Path(__file__).parent / "cases" / "open"


def main():
    options = _options()
    results = []
    for case in cases_of(options):
        started = time.perf_counter()
        try:
            result = judged(case, options)
        except Exception as error:  # noqa: BLE001 - a crash is a result
            if options.traceback:
                traceback.print_exc()
            lines = traceback.extract_tb(error.__traceback__)
            where = f"{Path(lines[-1].filename).name}:{lines[-1].lineno}"
            why = f"CRASH {type(error).__name__} {error} at {where}"
            result = {"verdict": "INTENT_EVOLUTION", "reason": why, "grade": "", "assumes": ()}
            result |= dict.fromkeys(PARTS, 0.0)
        result["total"] = time.perf_counter() - started
        result["case"] = {k: v for k, v in case.items() if k not in {"before", "after"}}
        result["files"] = max(len(case["before"]), len(case["after"]))
        results.append(result)
        if options.verbose:
            _print_one(result)
    print_tables(results)
    if options.json:
        Path(options.json).write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    return 1 if any(is_unsound(result) for result in results) else 0


def is_unsound(result):
    """Whether a look-alike was taken for a refactoring."""
    return result["case"]["label"] == "differs" and result["verdict"] != "INTENT_EVOLUTION"


def _options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", action="append", default=[])
    parser.add_argument("--language", action="append", default=[])
    parser.add_argument("--id", action="append", default=[], help="only cases with this in the id")
    parser.add_argument("--only-prover", action="store_true")
    parser.add_argument("--only-rules", action="store_true")
    parser.add_argument("--traceback", action="store_true")
    parser.add_argument("--assume", default="default")
    parser.add_argument("--json")
    parser.add_argument("-v", "--verbose", action="store_true")
    return parser.parse_args()


def cases_of(options):
    """The cases asked for, in order of file and line."""
    for name in options.cases or [CASES]:
        path = Path(name)
        for file in sorted(path.glob("*.jsonl*")) if path.is_dir() else [path]:
            for line in _text_of(file).splitlines():
                case = json.loads(line)
                is_wanted = not options.language or case["language"] in options.language
                if is_wanted and (not options.id or any(t in case["id"] for t in options.id)):
                    yield case


def _text_of(file):
    opened = gzip.open if file.suffix == ".gz" else open
    with opened(file, "rt", encoding="utf-8") as lines:
        return lines.read()


def _print_one(result):
    case = result["case"]
    kinds = ", ".join(case["kinds"])
    if is_unsound(result):
        print(f"UNSOUND {case['id']} [{kinds}] {case.get('note', '')}")
        print(f"        by {result['reason']} {result['grade']} {' '.join(result['assumes'])}")
    elif case["label"] == "same" and result["verdict"] == "INTENT_EVOLUTION":
        print(f"miss    {case['id']} [{kinds}] {result['reason']}")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
