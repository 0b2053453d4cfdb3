"""Labelled Java refactorings: which of them keep behaviour, ours against the label.

    python -m benchmarks.accuracy.verdicts.purity --oracle purity.jsonl.gz --clones DIR

The label speaks about one refactoring and about the methods it names. Two readings:

- `ranges`: the verdict on the ranges of these methods (`tracer.classify_ranges`): the method that
  moved, before and after; the method that code was extracted from, and the new one; the inlined
  one, and the one it went into. What else the commit does is not asked.
- `verdict`: the verdict on the whole change, as far as it touches the named methods.

Precision, recall and specificity are those of "pure", given for all instances and for the even and
the odd commits in the order of their names. `under` counts how many of the pure ones rest on
conditions about code outside the ranges.
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
from tracer.classify.change.change import Context
from tracer.classify.method_equivalence import RangeJudge
from tracer.model.spans import Place
from tracer.semantics.versions import World
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
HOW = {"extract": "extracted", "split": "extracted", "inline": "inlined", "move_inline": "inlined"}


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
    """(form, methods before, methods after) that the refactoring is about; None if unread."""
    for pattern, form in FORMS:
        found = re.match(pattern, description)
        if not found:
            continue
        parts = found.groups()
        if form == "extract":
            new = method_of(parts[0], parts[3] or parts[2])
            return form, [method_of(parts[1], parts[2])], [new]
        if form == "inline":
            return form, [method_of(parts[0], parts[2])], [method_of(parts[1], parts[2])]
        if form == "move_inline":
            return form, [method_of(parts[0], parts[1])], [method_of(parts[3], parts[2])]
        if form == "split":
            after = re.findall(SIGNATURE, parts[1])
            return form, [method_of(parts[0], parts[2])], [method_of(s, parts[2]) for s in after]
        return form, [method_of(parts[0], parts[1])], [method_of(parts[2], parts[3])]
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
    return [Place(*place) for score, *place in found if score == best]


def _before_of(mapping, places):
    """Where the functions that stand at places after stood before, as the mapping says."""
    found = []
    for place in places:
        file = mapping.after.paths.index(place.path)
        tree = mapping.after.trees[file]
        for element in elements(tree):
            if element.kind != "function" or tree.lines(element.row).start_line != place.start_line:
                continue
            node = mapping.to_before[mapping.after.base[file] + element.row]
            if node >= 0:
                file_b, row = mapping.before.locate(node)
                lines = mapping.before.trees[file_b].lines(row)
                path = mapping.before.paths[file_b]
                found.append(Place(path, lines.start_line, lines.end_line))
    return found


def touches(place, wanted):
    """Whether a change's place shares a line with one of the wanted ones."""
    return place is not None and any(
        place.path == path and place.start_line <= last and first <= place.end_line
        for path, first, last, _ in wanted
    )


def opinions(one, judge_of, description):
    """(the verdict on the ranges, whether the change as a whole says so) or None if not found."""
    read = named(description)
    if read is None:
        return None
    form, methods_b, methods_a = read
    mapping = one.mapping
    before = [p for m in methods_b for p in places(mapping.before, m)]
    after = [p for m in methods_a for p in places(mapping.after, m)]
    if not before and form == "extract":
        # The method is named as it is after, where it came with a new class.
        callers = [p for m in methods_b for p in places(mapping.after, m)]
        before = _before_of(mapping, callers)
    found = judge_of.judge(before, after, (HOW.get(form, "whole"),))
    asked = ([] if form == "extract" else before), ([] if "inline" in form else after)
    is_whole = bool(asked[0] or asked[1]) and not any(
        change.verdict.value == "INTENT_EVOLUTION"
        and (touches(change.before, asked[0]) or touches(change.after, asked[1]))
        for change in one.changes()
    )
    return found, is_whole


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
    said = defaultdict(Counter)
    judged, unread, under, wrong, left = [], 0, Counter(), [], Counter()
    for number, commit in enumerate(sorted(commits)[:: options.sample]):
        group = commits[commit]
        before, after = snapshot(clone, group)
        one = judge(before, after, closed_world=True)
        judged.append(one.spent)
        context = Context(one.mapping, world=World(is_closed=True), mentions=None)
        judge_of = RangeJudge(context)
        for row in group:
            answer = opinions(one, judge_of, row["description"])
            unread += answer is None or answer[0].evidence == "no function stands there"
            pure = answer is not None and answer[0].verdict.value == "AST_REFACTOR"
            key = row["refactoring_type"], row["pure"]
            half = "even" if number % 2 == 0 else "odd"
            for name in ("ranges", f"ranges, {half} commits"):
                said[name][*key, pure] += 1
            said["verdict"][*key, answer is not None and answer[1]] += 1
            where = f"{commit[:10]} {row['description']}"
            if pure and row["pure"]:
                under["no conditions" if not answer[0].conditions else "conditions"] += 1
            if not row["pure"] and pure:
                wrong.append(f"{where} | {'; '.join(answer[0].conditions)}")
            elif row["pure"] and not pure:
                left[row["refactoring_type"], half] += 1
                if options.show:
                    print("MISSED", where, "|", answer[0].evidence if answer else "not read")
    clone.close()
    header = ("reading", "type", "precision", "recall", "specificity", "pure", "not pure")
    lines = []
    for name, counts in sorted(said.items()):
        kinds = sorted({kind for kind, *_ in counts}) if name == "ranges" else ()
        lines += [(name, kind or "all", *score(counts, kind)) for kind in (None, *kinds)]
    print(table(header, lines))
    print(f"\nmethods not found: {unread}; pure under {dict(under)}")
    print("\nlabelled not pure, called pure:")
    print(*(wrong or ["none"]), sep="\n- ")
    print("\n" + str(cost(judged)))
    if options.json:
        scores = {
            f"{line[0]}: {line[1]}": dict(zip(header[2:], line[2:], strict=True)) for line in lines
        }
        document = {"scores": scores, "not_found": unread, "under": under, "wrong": wrong}
        write(options.json, document | {"cost": cost(judged)})
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
