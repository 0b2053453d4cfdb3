"""A formatter or import sorter let loose on whole repositories, each of them one change set.

    python -m benchmarks.accuracy.verdicts.whole --clone GITDIR[@REV] [...] --tool isort
        [--npm DIR] [--files 600]

`tools.py` judges each file alone, where a verdict can rest on nothing else; here both versions of
the repository are the world, so that other files may explain an edit, or stand in its way. Counted
are edited files, those of them without an unexplained edit, and both of those that can be relied on
(`reliance.py`).
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile

from benchmarks.accuracy.verdicts import reliance
from benchmarks.accuracy.verdicts.oracle import Clone, cost, judge, percent, table, write
from benchmarks.accuracy.verdicts.tools import COLUMNS, ENDINGS, FORMATTERS

LARGEST = 200_000  # bytes of a file
_BATCH = 50  # files a call of the tool


def sources(clone, language, count):
    """Up to `count` files of a language in a clone's revision: {path: text}."""
    names = clone.git("ls-tree", "-r", "--name-only", clone.revision).decode("utf-8", "replace")
    named = [name for name in names.splitlines() if name.endswith(ENDINGS[language])]
    found = {name: clone.text(name) for name in named[:count]}
    return {name: text for name, text in found.items() if text and len(text) <= LARGEST}


def edited(command, files):
    """What a tool makes of files in their places."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            os.makedirs(os.path.join(folder, os.path.dirname(name)), exist_ok=True)
            with open(os.path.join(folder, name), "wb") as file:
                file.write(text)
        names = list(files)
        for start in range(0, len(names), _BATCH):
            batch = [os.path.join(folder, name) for name in names[start : start + _BATCH]]
            subprocess.run([*command, *batch], check=False, capture_output=True, cwd=folder)
        after = {}
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                after[name] = file.read()
        return after


def main():
    """Print a line a tool, and what was not recognised."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clone", action="append", default=[])
    parser.add_argument("--tool", action="append", required=True, help="as tools.py calls it")
    parser.add_argument("--files", type=int, default=600, help="of each clone")
    parser.add_argument("--npm")
    parser.add_argument("--google-java-format")
    parser.add_argument("--json")
    options = parser.parse_args()
    lines, left, judged = [], [], []
    for tool in options.tool:
        language, find = FORMATTERS[tool]
        command = find(options)
        if command is None:
            print("missing:", tool)
            continue
        counts = [0, 0, 0, 0]
        for place in options.clone:
            before = sources(Clone(place), language, options.files)
            after = edited(command, before)
            one = judge(before, after, closed_world=True)
            judged.append(one.spent)
            bad = {}
            for change in one.changes():
                if change.verdict.value == "INTENT_EVOLUTION":
                    path = (change.before or change.after).path
                    bad.setdefault(path, f"{change.rule}, {change.evidence}")
            changed = [name for name in before if before[name] != after[name]]
            for name in changed:
                doubts = reliance.doubts(tool, name, language, before[name], after[name])
                is_right = name not in bad
                for at, holds in enumerate((True, is_right, not doubts, is_right and not doubts)):
                    counts[at] += holds
            left += [f"{tool} {path}: {why}" for path, why in sorted(bad.items())]
        done, right, sure, sure_right = counts
        lines.append((tool, done, right, percent(right, done),
                      sure, sure_right, percent(sure_right, sure)))  # fmt: skip
    print(table(("tool", *COLUMNS), lines))
    print("\nnot recognised:", *left, sep="\n- ")
    print(cost(judged))
    if options.json:
        rows = {line[0]: dict(zip(COLUMNS, line[1:], strict=True)) for line in lines}
        write(options.json, {"tools": rows, "left": left, "cost": cost(judged)})


if __name__ == "__main__":
    main()
