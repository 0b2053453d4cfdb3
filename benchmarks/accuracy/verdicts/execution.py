"""Changes called AST_REFACTOR, run before and after: does one of them behave otherwise?

    python -m benchmarks.accuracy.verdicts.execution [--seeds 5000] [--scripts 2000] [--first 0]

Pairs come from the generators of the property tests (careless extractions, inlinings, branches
written anew and, in JavaScript, renamings and changes with several refactorings and a slip, in both
directions). Every pair that is called a refactoring runs in several ways on both sides (JavaScript
in node, `run_scripts.cjs`); results, prints and the state left behind are compared, an error being
an error. Prints how many were run, and every difference.
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import io
import json
import os
import shutil
import subprocess
import sys
import warnings
from collections import Counter

from benchmarks.accuracy.verdicts.oracle import judge, table, write

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path.insert(0, os.path.join(ROOT, "tests", "property"))

import compositions  # noqa: E402 - lies beside the property tests
import scripts  # noqa: E402 - as well
from branchings import outcomes, rewriting  # noqa: E402 - as well
from extractions import (  # noqa: E402 - as well
    ADDRESS,
    extraction,
    inner_extraction,
    renamed_extraction,
    variable,
)

ARGUMENTS = ((1, 2), ("x", 3), ([], 0), (0, (1,)), ([1], [2, 3]), (None, "s"))


def outcome(text, arguments):
    """Everything a call shows."""
    namespace, output = {"__name__": "case"}, io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(text, "<case>", "exec"), namespace)
        try:
            result = repr(namespace["f"](*copy.deepcopy(arguments)))
        except Exception:  # noqa: BLE001 - any exception is an outcome
            result = "error"
    shown = result, output.getvalue(), repr(namespace["G"]), repr(namespace["box"].n)
    return tuple(ADDRESS.sub("", text) for text in shown)


def shown(text):
    """Everything that calls with several arguments show."""
    return [outcome(text, arguments) for arguments in ARGUMENTS]


SORTS = {
    extraction: shown,
    inner_extraction: shown,
    renamed_extraction: shown,
    variable: shown,
    rewriting: outcomes,
}


def compiles(*texts):
    """Whether Python can read them."""
    try:
        for text in texts:
            compile(text, "<case>", "exec")
    except SyntaxError:
        return False
    return True


def run_scripts(seeds, counts):
    """Count the JavaScript pairs of some seeds; what runs otherwise, by sort and seed."""
    jobs = []
    for make in (*scripts.KINDS, *compositions.KINDS):
        for seed in seeds:
            pair = make(seed)
            for direction, (before, after) in (("there", pair), ("back", pair[::-1])):
                if before == after:
                    continue
                key = f"JavaScript {make.__name__}, {direction}"
                counts[key, "pairs"] += 1
                texts = [{"m.js": text.encode()} for text in (before, after)]
                if judge(*texts, closed_world=True).verdict == "AST_REFACTOR":
                    counts[key, "refactorings"] += 1
                    job = {"id": f"{key}, seed {seed}", "before": before, "after": after}
                    jobs.append(json.dumps(job))
    node = shutil.which("node", path=os.path.dirname(sys.executable)) or shutil.which("node")
    runner = os.path.join(os.path.dirname(os.path.abspath(__file__)), "run_scripts.cjs")
    done = subprocess.run(
        [node, runner], input="\n".join(jobs).encode(), capture_output=True, check=True
    )
    wrong = [json.loads(line)["id"] for line in done.stdout.splitlines()]
    for one in wrong:
        counts[one.rpartition(", seed")[0], "different"] += 1
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=5000)
    parser.add_argument("--scripts", type=int, default=0, help="seeds of JavaScript")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--json")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    counts, wrong = Counter(), []
    for make, look in SORTS.items():
        for seed in range(options.first, options.first + options.seeds):
            pair = make(seed)
            if pair[0] == pair[1] or not compiles(*pair):
                continue
            for direction, (before, after) in (("there", pair), ("back", pair[::-1])):
                key = f"{make.__name__}, {direction}"
                counts[key, "pairs"] += 1
                texts = [{"m.py": text.encode()} for text in (before, after)]
                if judge(*texts, closed_world=False).verdict != "AST_REFACTOR":
                    continue
                counts[key, "refactorings"] += 1
                if look(before) != look(after):
                    counts[key, "different"] += 1
                    wrong.append(f"{key}, seed {seed}")
    if options.scripts:
        wrong += run_scripts(range(options.first, options.first + options.scripts), counts)
    keys = sorted({key for key, _ in counts})
    columns = ("pairs", "refactorings", "different")
    lines = [(key, *(counts[key, column] for column in columns)) for key in keys]
    print(table(("sort", *columns), lines))
    print(*wrong, sep="\n")
    if options.json:
        rows = {line[0]: dict(zip(columns, line[1:], strict=True)) for line in lines}
        write(options.json, {"runs": rows, "wrong": wrong})
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
