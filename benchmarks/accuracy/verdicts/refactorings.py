"""Labelled refactorings of real commits: which of them a verdict names, as proof or as kind.

    python -m benchmarks.accuracy.verdicts.refactorings --oracle refactorings.jsonl.gz --clones DIR
        [--language python]

A commit's snapshot is judged as a whole. What the verdict names (rules proved, and kinds of the
edits left) is held against the labels as pairs (type, definition): several labels of one type in
one definition count once. Precision is over the types a verdict can name; recall is given over
those and over all. Labels found false by a person count against precision when they are named.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter, defaultdict

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
from tracer.classify.context import Context
from tracer.classify.naming import named_refactorings
from tracer.syntax.names import defined_name

MIRROR = "tsantalis+RefactoringMiner"
# What can be named.
KINDS = {
    "Add Parameter", "Remove Parameter", "Reorder Parameter", "Rename Variable",
    "Parameterize Variable", "Localize Parameter", "Extract Variable", "Inline Variable",
    "Extract Method", "Inline Method", "Rename Method", "Move Method",
    "Split Parameter", "Rename Class", "Move Class",
    "Change Variable Type", "Change Return Type", "Add Method Annotation",
    "Remove Method Annotation", "Modify Method Annotation",
}  # fmt: skip
# Labels that say the same of a local and of a parameter, or of two steps at once.
ALIASES = {
    "Change Parameter Type": "Change Variable Type",
    "Change Attribute Type": "Change Variable Type",
    "Rename Parameter": "Rename Variable",
    "Move And Rename Method": "Move Method",
    "Move And Rename Class": "Move Class",
    "Pull Up Method": "Move Method",
    "Push Down Method": "Move Method",
    "Extract And Move Method": "Extract Method",
    "Move And Inline Method": "Inline Method",
}


def label_of(row):
    """(type, simple name of the definition) of one label, None where there is no definition."""
    kind, text = row["refactoring_type"], row["description"]
    kind = ALIASES.get(kind, kind)
    if "Class" in kind:
        found = re.search(r"(?:renamed to|moved to|moved and renamed to) ([\w.]+)", text)
        return (kind, found[1].removesuffix(".__module__").rsplit(".", 1)[-1]) if found else None
    if kind == "Rename Method":
        found = re.search(r"renamed to (?:\w+ )*([\w$]+)\(", text)
    elif kind == "Move Method":
        found = re.search(r" to (?:\w+ )*([\w$]+)\([^)]*\)(?: : \S+)? from class", text)
    elif kind in ("Extract Method", "Inline Method"):
        found = re.search(r"(?:Method) (?:\w+ )*([\w$]+)\(", text)
    else:
        found = re.search(r"in method (?:\w+ )*([\w$]+)\(", text)
    return (kind, found[1]) if found else None


def said(context):
    """The (type, simple name) pairs that the change is named by."""
    found = set()
    for named in named_refactorings(context):
        kind = ALIASES.get(named.kind, named.kind)
        if kind in ("Extract Method", "Inline Method", "Move Class"):
            name = named.detail.rpartition(" ")[2]
        else:
            tree, row = context.tree_after(named.after)
            name = defined_name(tree, row)
        found.add((kind, name.rsplit(".", 1)[-1]))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--oracle", required=True)
    parser.add_argument("--clones", required=True)
    parser.add_argument("--language", default="python")
    parser.add_argument("--sample", type=int, default=1, help="every Nth commit")
    parser.add_argument("--json")
    options = parser.parse_args()
    commits = defaultdict(list)
    for row in rows(options.oracle):
        if row["language"] == options.language and row.get("snapshot"):
            commits[row["commit"]].append(row)
    clone = clone_of(options.clones, MIRROR)
    right, labelled, claimed, judged = Counter(), Counter(), Counter(), []
    for commit in sorted(commits)[:: options.sample]:
        group = commits[commit]
        one = judge(*snapshot(clone, group), closed_world=True)
        judged.append(one)
        labels = {label for row in group if row["valid"] and (label := label_of(row))}
        answers = said(Context(one.mapping, closed_world=True, mentions=None))
        for kind, _ in labels:
            labelled[kind] += 1
        for kind, _ in answers:
            claimed[kind] += 1
        for kind, _ in labels & answers:
            right[kind] += 1
    clone.close()
    lines = [
        (kind, labelled[kind], claimed[kind], percent(right[kind], claimed[kind]),
         percent(right[kind], labelled[kind]))
        for kind, _ in (labelled | claimed).most_common(30)
    ]  # fmt: skip
    total = sum(right.values())
    known = sum(n for kind, n in labelled.items() if kind in KINDS)
    summary = {
        "precision": percent(total, sum(claimed.values())),
        "recall, types that can be named": percent(total, known),
        "recall, all types": percent(total, sum(labelled.values())),
    }
    print(table(("type", "labelled", "named", "precision", "recall"), lines))
    print(summary)
    print(cost(judged))
    if options.json:
        types = {line[0]: dict(zip(("labelled", "named", "precision", "recall"), line[1:],
                                   strict=True)) for line in lines}  # fmt: skip
        document = {"language": options.language, "all": summary, "types": types}
        write(options.json, document | {"cost": cost(judged)})
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
