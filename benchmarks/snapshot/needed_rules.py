"""What each rule is needed for: what is lost, and what is proved wrongly, without it.

    python -m benchmarks.snapshot.needed_rules [--processes N] [-v] [RULE ...]

Each pair of `tests/corpus`, in its own world, and each of the catalogue's open half is judged by
all rules and the equivalence. Where a rule explained or refused something there, it is judged again
without that rule. A rule is superfluous where nothing is lost: no verdict, no grade, no origin, and
no look-alike that only its refusal keeps from being proved. `-v` names the pairs. Three minutes of
a processor.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from functools import partial
from multiprocessing import Pool
from unittest import mock

from benchmarks.accuracy.catalogue.__main__ import CASES, cases_of
from benchmarks.snapshot import answers
from tracer.classify import verdict
from tracer.classify.rules import RULES
from tracer.matching import match
from tracer.model.changes import ChangeSet
from tracer.model.enums import Verdict

PAIRS = (".same", ".differs", ".granted")
NAMED = {rule.__module__.removeprefix("tracer.classify.rules."): rule for rule in RULES}
COLUMNS = ("asked", "lost", "lesser grade", "origins lost", "look-alike proved")


def questions():
    """(name, whether it is a look-alike, before, after, world) of every pair."""
    for case in sorted(os.listdir(answers.CORPUS)):
        if case.endswith(PAIRS):
            with open(
                os.path.join(answers.CORPUS, case, "expected.json"), encoding="utf-8"
            ) as file:
                world = {"closed_world": json.load(file).get("closed_world", False)}
            sides = answers.texts(case, "before"), answers.texts(case, "after")
            outside = b"\n".join(answers.texts(case, "outside").values())
            yield case, case.endswith(".differs"), *sides, world | {"outside": outside}
    for case in cases_of(argparse.Namespace(cases=[CASES], language=[], id=[])):
        sides = ({p: t.encode() for p, t in case[side].items()} for side in ("before", "after"))
        yield case["id"], case["label"] == "differs", *sides, {"closed_world": True}


def judged(mapping, world, rules):
    """The classification by some rules and the equivalence."""
    outside = world.get("outside")
    asked = {"closed_world": world["closed_world"]}
    if outside:
        asked["mentions"] = lambda word: word.encode() in outside
    with mock.patch.object(verdict._judged, "__defaults__", (tuple(rules),)):  # noqa: SLF001
        return verdict.classify(mapping, **asked)


def heard(name, rule, active):
    """The rule, which is noted as active where it explains or refuses anything."""

    def explain(context):
        before = sum(map(len, context.notes.values())), set(context.locked)
        for found in rule(context):
            active.add(name)
            yield found
        if before != (sum(map(len, context.notes.values())), context.locked):
            active.add(name)

    return explain


def losses(question, names):
    """(rule, column) of what a pair shows of each rule."""
    case, is_look_alike, before, after, world = question
    mapping = match(ChangeSet.from_texts(before, after))
    active = set()
    rules = [heard(name, rule, active) for name, rule in NAMED.items()]
    whole = judged(mapping, world, rules)
    found = []
    for name in sorted(active.intersection(names)):
        rest = [rule for other, rule in NAMED.items() if other != name]
        found += [(name, column, case) for column in _lost(whole, judged(mapping, world, rest))]
        found.append((name, "asked", case))
    wrong = {"look-alike proved"} if not is_look_alike else set()
    return [item for item in found if item[1] not in wrong]


def _lost(whole, rest):
    """What a classification has that another one lacks, by the names of the columns."""
    ours, theirs = whole.verdict, rest.verdict
    is_proved = ours.verdict is not Verdict.INTENT_EVOLUTION
    if is_proved != (theirs.verdict is not Verdict.INTENT_EVOLUTION):
        yield "lost" if is_proved else "look-alike proved"
        return
    if is_proved and theirs.proof and set(theirs.proof.assumes) - set(ours.proof.assumes):
        yield "lesser grade"
    if whole.whose.kept - rest.whose.kept:
        yield "origins lost"


def main():
    parser = argparse.ArgumentParser(prog="benchmarks.snapshot.needed_rules", description=__doc__)
    parser.add_argument("rules", nargs="*", metavar="RULE", help=", ".join(NAMED))
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("-v", "--verbose", action="store_true")
    options = parser.parse_args()
    os.environ["TRACER_CACHE"] = "off"
    names = options.rules or list(NAMED)
    counted, shown = Counter(), []
    with Pool(options.processes) as pool:
        ask = partial(losses, names=names)
        for found in pool.imap_unordered(ask, questions(), chunksize=8):
            counted.update(item[:2] for item in found)
            shown += [item for item in found if item[1] != "asked"]
    print("| rule |", " | ".join(COLUMNS), "|")
    print("|---|" + "---|" * len(COLUMNS))
    for name in names:
        print(f"| `{name}` |", " | ".join(str(counted[name, column]) for column in COLUMNS), "|")
    for name, column, case in sorted(shown) if options.verbose else ():
        print(f"{name}: {column}: {case}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
