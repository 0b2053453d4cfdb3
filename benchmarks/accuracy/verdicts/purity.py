"""Labelled Java refactorings: which of them keep behaviour, ours against the label.

    python -m benchmarks.accuracy.verdicts.purity --oracle purity.jsonl.gz --clones DIR

The label speaks about one refactoring and about the methods it names, so a commit is judged once
and each refactoring by the changes that touch the code it moved. Two readings:

- `verdict`: every such change is AST_REFACTOR;
- `code`: the same, but that the method stands elsewhere, the words of its header, and conditions
  that the evidence calls not certain though the code is the same, do not count. The labels do not
  ask whether callers outside still find a method or which overload a declared type chooses; a
  verdict must.

Precision, recall and specificity are those of "pure".
"""

from __future__ import annotations

import argparse
import re
from collections import Counter, defaultdict
from typing import NamedTuple

from benchmarks.accuracy.verdicts.oracle import (
    clone_of,
    cost,
    judge,
    percent,
    rows,
    snapshot,
    table,
    write,
)
from tracer.classify.rules.extract_function import SAME
from tracer.syntax.names import elements

MIRROR = "tsantalis+RefactoringMiner"
SIGNATURE = r"((?:[\w@]+ )*[\w$]+\(.*?\)(?: : [^ ]+(?:<.*?>)?(?:\[\])*)?)"
FORMS = (
    ((rf"^Extract(?: And Move)? Method {SIGNATURE} extracted from {SIGNATURE} in class (\S+)"
     r"(?: & moved to class (\S+))?$"), "extract"),
    (rf"^Inline Method {SIGNATURE} inlined to {SIGNATURE} in class (\S+)$", "inline"),
    ((rf"^Move And Inline Method {SIGNATURE} moved from class (\S+) to class (\S+)"
     rf" & inlined to {SIGNATURE}$"), "move_inline"),
    (rf"^Split Method {SIGNATURE} to \[(.*)\] in class (\S+)$", "split"),
    (rf"^[\w ]+ Method {SIGNATURE} from class (\S+) to {SIGNATURE} from class (\S+)$", "move"),
)  # fmt: skip
# Kinds of edits that are about where a method stands and what its header says.
HEADER = {
    "function moved", "function renamed", "modifiers changed", "annotation changed",
    "type changed", "return type changed", "exceptions changed", "file moved",
}  # fmt: skip
# What came or went around a method that has an edit of its own.
AROUND = {
    "file added", "file deleted", "class added", "class deleted", "class moved",
    "interface added", "interface deleted", "interface moved",
}  # fmt: skip


class Method(NamedTuple):
    """A method as a description names it."""

    holder: str
    name: str
    parameters: int
    words: tuple[str, ...]  # of the parameters' names and types


def method_of(signature, holder):
    """The method a signature of a description means."""
    head, _, rest = signature.partition("(")
    inside = rest[: rest.rfind(")")] if ")" in rest else rest
    depth, count = 0, 1 if inside.strip() else 0
    for letter in inside:
        depth += {"<": 1, "(": 1, ">": -1, ")": -1}.get(letter, 0)
        count += letter == "," and depth == 0
    return Method(holder, head.split()[-1], count, tuple(re.findall(r"\w+", inside)))


def named(description):
    """(methods before, methods after) whose code the refactoring is about; None if unread."""
    for pattern, form in FORMS:
        found = re.match(pattern, description)
        if not found:
            continue
        parts = found.groups()
        if form == "extract":
            return [], [method_of(parts[0], parts[3] or parts[2])]
        if form == "inline":
            return [method_of(parts[0], parts[2])], []
        if form == "move_inline":
            return [method_of(parts[0], parts[1])], []
        if form == "split":
            after = re.findall(SIGNATURE, parts[1])
            return [method_of(parts[0], parts[2])], [method_of(s, parts[2]) for s in after]
        return [method_of(parts[0], parts[1])], [method_of(parts[2], parts[3])]
    return None


def places(forest, method):
    """(path, first line, last line) of the definitions a name may mean, best matches only."""
    found = []
    holder = method.holder.rsplit(".", 1)[-1]
    for path, tree in zip(forest.paths, forest.trees, strict=True):
        for element in elements(tree):
            parts = element.name.split(".")
            if element.kind != "function" or parts[-1] != method.name:
                continue
            row = tree.child_by_field(element.row, "parameters")
            kinds = {"formal_parameter", "spread_parameter"}
            count = sum(tree.kind_name(c) in kinds for c in tree.children(row)) if row >= 0 else 0
            score = 2 * (holder in parts[:-1]) + 0.5 * (count == method.parameters)
            score += 2 * path.endswith(method.holder.replace(".", "/") + ".java")
            lines = tree.lines(element.row)
            text = tree.slice(row).decode("utf-8", "replace") if row >= 0 else ""
            score += 0.1 * sum(word in text for word in method.words)
            found.append((score, path, lines.start_line, lines.end_line))
    best = max((score for score, *_ in found), default=0)
    if best < 2:
        return []  # neither the class nor the file is the one named
    return [tuple(place) for score, *place in found if score == best]


def touches(place, wanted):
    """Whether a change's place shares a line with one of the wanted ones."""
    return place is not None and any(
        place.path == path and place.start_line <= last and first <= place.end_line
        for path, first, last in wanted
    )


def opinion(one, description):
    """(pure as a verdict, pure as code, the kinds of edits left) or None when not found."""
    methods = named(description)
    if methods is None:
        return None
    before = [p for m in methods[0] for p in places(one.mapping.before, m)]
    after = [p for m in methods[1] for p in places(one.mapping.after, m)]
    if (methods[0] and not before) or (methods[1] and not after):
        return None
    strict, code = (
        {
            change.rule
            for change in one.changes()
            if change.verdict.value == "INTENT_EVOLUTION"
            and (touches(change.before, before) or touches(change.after, after))
            and not (is_code and change.evidence.startswith(SAME))
        }
        for is_code in (False, True)
    )
    code -= HEADER | AROUND if "function moved" in code else HEADER
    return not strict, not code, code


def score(counts, kind=None):
    """Precision, recall and specificity of a counter of (kind, label, said)."""
    tp, fp, fn, tn = (
        sum(n for (k, *answer), n in counts.items() if answer == wanted and kind in (None, k))
        for wanted in ([True, True], [False, True], [True, False], [False, False])
    )
    return percent(tp, tp + fp), percent(tp, tp + fn), percent(tn, tn + fp), tp + fn, fp + tn


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--oracle", required=True)
    parser.add_argument("--clones", required=True)
    parser.add_argument("--sample", type=int, default=1, help="every Nth commit")
    parser.add_argument("--json")
    parser.add_argument("--show", action="store_true", help="every pure one we do not see")
    options = parser.parse_args()
    commits = defaultdict(list)
    for row in rows(options.oracle):
        commits[row["commit"]].append(row)
    clone = clone_of(options.clones, MIRROR)
    said = {"verdict": Counter(), "code": Counter()}
    judged, unread, wrong, left = [], 0, [], Counter()
    for commit in sorted(commits)[:: options.sample]:
        group = commits[commit]
        before, after = snapshot(clone, group)
        one = judge(before, after, closed_world=True)
        judged.append(one)
        for row in group:
            answer = opinion(one, row["description"])
            if answer is None:
                unread += 1
                answer = (False, False, {"method not found"})
            for name, pure in zip(said, answer, strict=False):
                said[name][row["refactoring_type"], row["pure"], pure] += 1
            where = f"{commit[:10]} {row['description']}"
            if not row["pure"] and answer[1]:
                wrong.append(("verdict" if answer[0] else "code") + f": {where}")
            elif row["pure"] and not answer[1]:
                left.update((row["refactoring_type"], kind) for kind in answer[2])
                if options.show:
                    print("MISSED", where, sorted(answer[2]))
    clone.close()
    header = ("reading", "type", "precision", "recall", "specificity", "pure", "not pure")
    lines = []
    for name, counts in said.items():
        kinds = sorted({kind for kind, *_ in counts})
        lines += [(name, kind or "all", *score(counts, kind)) for kind in (None, *kinds)]
    print(table(header, lines))
    print(f"\nmethods not found: {unread}\n\nlabelled not pure, called pure:")
    print(*(wrong or ["none"]), sep="\n- ")
    print("\n" + table(("type", "edit left", "times"), [(*k, n) for k, n in left.most_common(40)]))
    print("\n" + str(cost(judged)))
    if options.json:
        scores = {
            f"{line[0]}, {line[1]}": dict(zip(header[2:], line[2:], strict=True)) for line in lines
        }
        document = {"scores": scores, "not_found": unread, "wrong": wrong, "cost": cost(judged)}
        write(options.json, document)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
