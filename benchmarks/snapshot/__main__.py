"""Compares what tracer answers on every committed case with the committed reference.

    python -m benchmarks.snapshot [--write] [--processes N] [CASE ...]
    python -m benchmarks.snapshot --show CASE

Pairs (`.same`, `.differs`, `.granted`, `.mapping`) are read in both directions and in an open and a
closed world: verdict, rules and evidence, what is kept, explained and removed, the mapping, and the
refactorings by name. `.range` gives the verdict on its functions, `.history` log and blame; some
of these are written anew as calls of an agent, and blamed from the ledger. A code change that is
to change no answer leaves no difference; one that is to, is committed with `--write`, and the
lines that changed are named in its message. Exit status 1 if anything differs. `--show` prints
answers in full, to be compared between two checkouts. Half a minute on two cores.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from multiprocessing import Pool

from benchmarks.snapshot import answers, histories

REFERENCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "reference.txt")
SHOWN = 60  # differences; more of them say no more


def cases():
    """Every case, those that take long first."""
    found = sorted(os.listdir(answers.CORPUS))
    ends = (".history", ".range", *answers.PAIRS)
    return [case for end in ends for case in found if case.endswith(end)]


def answers_to(case):
    """(question, answer) of one case."""
    if case.endswith(".history"):
        yield from histories.of_history(case)
        if case in replayed():
            yield from histories.of_replay(case)
    elif case.endswith(".range"):
        yield from answers.of_ranges(case)
    else:
        yield from answers.of_pair(case)


def replayed():
    """The cases whose versions are also written as an agent's calls."""
    found = [case for case in cases() if case.endswith(".history")]
    return found[:: max(1, len(found) // histories.REPLAYED)]


def measured(case):
    """The lines of the reference for one case; an answer that is the one before it is `=`."""
    lines, last = [], ""
    for asked, answer in answers_to(case):
        digests = answers.digests(answer)
        lines.append(f"  {asked}: {'=' if digests == last else digests}")
        last = digests
    return case, lines


def written(found):
    """The text of the reference."""
    return "".join(f"{case}\n" + "".join(f"{line}\n" for line in found[case]) for case in found)


def read(text):
    """Lines of the reference by (case, question)."""
    found, case = {}, ""
    for line in text.splitlines():
        if line.startswith("  "):
            asked, _, digests = line.strip().rpartition(": ")
            found[case, asked] = digests
        else:
            case = line
    return found


def differences(reference, found):
    """What is not as in the reference, one line each."""
    for key in sorted(reference.keys() | found.keys()):
        one, two = reference.get(key, "-"), found.get(key, "-")
        if one != two:
            yield f"{key[0]} {key[1]}: {one} -> {two}"


def main():
    parser = argparse.ArgumentParser(prog="benchmarks.snapshot", description=__doc__)
    parser.add_argument("cases", nargs="*", metavar="CASE")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    os.environ["TRACER_CACHE"] = "off"
    asked = options.cases or cases()
    if options.show:
        for case in asked:
            print(json.dumps({case: dict(answers_to(case))}, indent=1, default=str))
        return 0
    with Pool(options.processes) as pool:
        found = dict(pool.imap_unordered(measured, asked, chunksize=4))
    text = written(dict(sorted(found.items())))
    known = {}
    if os.path.exists(REFERENCE):
        with open(REFERENCE, encoding="utf-8") as file:
            known = read(file.read())
    if options.cases:
        known = {key: line for key, line in known.items() if key[0] in options.cases}
    differing = list(differences(known, read(text)))
    for line in differing[:SHOWN]:
        print(line)
    print(f"{len(found)} cases, {len(read(text))} answers, {len(differing)} differences")
    if options.write and not options.cases:
        with open(REFERENCE, "w", encoding="utf-8") as file:
            file.write(text)
        return 0
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
