"""Mutants inside real refactorings: the verdict on their ranges must notice each (0 may be missed).

    python -m benchmarks.accuracy.verdicts.range_mutants --oracle purity.jsonl.gz --clones DIR
        [--per-instance N] [--sample N] [--seed S]

Takes the labelled refactorings whose ranges are judged AST_REFACTOR, mutates the body of the
function after with the operators of `mutants.py`, and judges the ranges again. What is left out
of the count changes nothing: a `final` of a local, a wildcard of a type, an `else` behind a branch
that leaves, and what the mutant's neighbours show to be the same code (a statement doubled or moved
in front of itself).
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter, defaultdict

from benchmarks.accuracy.verdicts.operators import OPERATORS, Source, is_change
from benchmarks.accuracy.verdicts.oracle import clone_of, rows, snapshot, write
from benchmarks.accuracy.verdicts.purity import HOW, MIRROR, named, places
from tracer.classify.change.change import Context
from tracer.classify.method_equivalence import RangeJudge
from tracer.matching import match
from tracer.model.changes import ChangeSet
from tracer.semantics.versions import World
from tracer.syntax.names import elements


def verdict(texts_b, texts_a, description):
    """(the verdict on the ranges that a description names, its places after)."""
    mapping = match(ChangeSet.from_texts(texts_b, texts_a))
    form, methods_b, methods_a = named(description)
    before = [p for m in methods_b for p in places(mapping.before, m)]
    after = [p for m in methods_a for p in places(mapping.after, m)]
    judge = RangeJudge(Context(mapping, world=World(is_closed=True), mentions=None))
    return judge.judge(before, after, (HOW.get(form, "whole"),)), after


def body_of(source, place):
    """The byte span of the body of the function at a place, or None."""
    tree = source.tree
    for element in elements(tree):
        lines = tree.lines(element.row)
        if element.kind == "function" and lines.start_line == place.start_line:
            body = tree.child_by_field(element.row, "body")
            return (tree.start[body], tree.end[body]) if body >= 0 else None
    return None


def is_idle_else(before, dropped):
    """Whether an `else` was dropped behind a branch that leaves, where it says nothing."""
    last = re.search(rb"[;{}]\s*(\w+)[^;{}]*;\s*}\s*\Z", before)
    leaving = (b"return", b"throw", b"break", b"continue")
    return dropped == b"else" and last is not None and last[1] in leaving


def is_inside(source, text, span):
    """Whether all that a mutant changed lies in a span; what it dropped is no `final`."""
    old, new = source.text, text
    head = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), 0)
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    dropped = old[head : len(old) - tail].strip()
    is_idle = dropped in (b"final", b"?", b"") or is_idle_else(old[:head], dropped)
    if len(new) < len(old) and is_idle:
        return False
    return span[0] < head and len(old) - tail < span[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--oracle", required=True)
    parser.add_argument("--clones", required=True)
    parser.add_argument("--per-instance", type=int, default=3)
    parser.add_argument("--sample", type=int, default=1, help="every Nth commit")
    parser.add_argument("--largest", type=int, default=6, help="instances of one commit")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    commits = defaultdict(list)
    for row in rows(options.oracle):
        commits[row["commit"]].append(row)
    clone = clone_of(options.clones, MIRROR)
    done, missed, shown = Counter(), Counter(), []
    for commit in sorted(commits)[:: options.sample]:
        texts_b, texts_a = snapshot(clone, commits[commit])
        group = sorted(commits[commit], key=lambda row: row["description"])
        rng.shuffle(group)
        for row in group[: options.largest]:
            found, after = verdict(texts_b, texts_a, row["description"])
            # Of an inlined function the whole caller is named: a mutant may be elsewhere in it.
            is_inlined = found.rule == "inlined"
            if found.verdict.value != "AST_REFACTOR" or is_inlined or len(after) != 1:
                continue
            source = Source(after[0].path, texts_a[after[0].path])
            span = body_of(source, after[0])
            for operator in rng.sample(OPERATORS * 4, len(OPERATORS) * 4) if span else ():
                if done[row["description"]] >= options.per_instance:
                    break
                text = operator(source, rng)
                if text is None or not is_change(source, text) or not is_inside(source, text, span):
                    continue
                done[row["description"]] += 1
                done["mutants"] += 1
                mutant, _ = verdict(texts_b, texts_a | {source.path: text}, row["description"])
                if mutant.verdict.value == "AST_REFACTOR":
                    missed[operator.__name__] += 1
                    shown.append(f"{operator.__name__} {commit[:10]} {row['description']}")
                    print(f"# MISSED {shown[-1]} | {mutant.rule} {mutant.conditions}")
                    show(source.text, text)
    clone.close()
    summary = {"mutants": done["mutants"], "called AST_REFACTOR": sum(missed.values())}
    print(summary, dict(missed))
    if options.json:
        write(options.json, summary | {"by operator": missed, "cases": shown})
    return 1 if missed else 0


def show(before, after):
    """The lines in which a mutant differs."""
    lines_b = before.decode("utf-8", "replace").splitlines()
    lines_a = after.decode("utf-8", "replace").splitlines()
    for mark, own, other in (("-", lines_b, set(lines_a)), ("+", lines_a, set(lines_b))):
        for line in [line for line in own if line not in other][:4]:
            print(f"  {mark} {line.strip()}")


if __name__ == "__main__":
    raise SystemExit(main())
