"""Labelled refactorings of real commits: which of them a change is named by.

    python -m benchmarks.accuracy.verdicts.refactorings --oracle refactorings.jsonl.gz --clones DIR
        [--language python]

The names (`tracer.classify.detection`) are held against the labels as pairs (type, definition):
several labels of one type in one definition count once. Precision is over all that is named; recall
is given over the types that can be named and over all. Labels found false by a person count against
precision when they are named. Some sets do not label every type (Java: added parameters), which
costs precision; it is also given of the types that have more than one label. Given for all, and for
the even and odd commits in the order of their names.
"""

from __future__ import annotations

import argparse
import os
import re
import time
from collections import Counter, defaultdict

from benchmarks.accuracy.verdicts.oracle import (
    clone_of,
    percent,
    rows,
    snapshot,
    table,
    times,
    write,
)
from tracer.classify.change.change import Context
from tracer.classify.detection import named_refactorings
from tracer.matching import match
from tracer.model.changes import ChangeSet
from tracer.semantics.versions import World
from tracer.syntax.names import defined_name

MIRROR = "tsantalis+RefactoringMiner"
# What can be named.
KINDS = {
    "Add Parameter", "Remove Parameter", "Reorder Parameter", "Rename Parameter", "Rename Variable",
    "Parameterize Variable", "Localize Parameter", "Extract Variable", "Inline Variable",
    "Extract Method", "Extract And Move Method", "Inline Method", "Move And Inline Method",
    "Rename Method", "Move Method", "Move And Rename Method", "Pull Up Method", "Push Down Method",
    "Split Parameter", "Rename Class", "Move Class", "Move And Rename Class",
    "Change Variable Type", "Change Parameter Type", "Change Return Type", "Add Method Annotation",
    "Remove Method Annotation", "Modify Method Annotation", "Rename Attribute", "Move Attribute",
    "Pull Up Attribute", "Push Down Attribute", "Change Attribute Type", "Extract Class",
    "Extract Superclass", "Extract Subclass", "Extract Interface",
    "Invert Condition", "Split Conditional", "Merge Conditional",
    "Replace Attribute With Variable", "Replace Variable With Attribute",
}  # fmt: skip
# Of these the definition is what the name speaks of, not what stands around it.
NAMED_BY_THEMSELVES = {
    "Extract Method", "Extract And Move Method", "Inline Method", "Move And Inline Method",
    "Move Class", "Rename Attribute", "Move Attribute", "Pull Up Attribute", "Push Down Attribute",
    "Move And Rename Attribute", "Change Attribute Type", "Extract Class", "Extract Superclass",
    "Extract Subclass", "Extract Interface",
}  # fmt: skip
# Of these the labels name the method as it was before: what went is there no more.
NAMED_BEFORE = {"Remove Parameter", "Remove Method Annotation", "Inline Variable"}

# A method in a label: modifiers, the type that it extends (Kotlin), its name.
NAME = r"(?:\w+ )*(?:[\w$<>,?*.]+\.)?([\w$]+|`[^`]+`)"


def label_of(row):
    """(type, simple name of the definition) of one label; the whole text where it names none."""
    kind, text = row["refactoring_type"], row["description"]
    if not text.startswith(kind):  # eight rows say one type and describe another
        kind = max((k for k in KINDS if text.startswith(f"{k} ")), key=len, default=kind)
    if kind.startswith("Extract") and re.search("class|Class|Interface", kind):
        found = re.search(r"Extract \w+ (?:\w+\.)*?(\w+)(?:\.__module__)? from", text)
        return kind, found[1] if found else text
    if "Class" in kind:
        found = re.search(r"(?:renamed to|moved to|moved and renamed to) ([\w.]+)", text)
        name = re.sub(r"\.(?:__)?module(?:__)?$", "", found[1]) if found else text
        return kind, name.rsplit(".", 1)[-1] if found else text
    if (kind.endswith("Attribute") and "With" not in kind) or kind == "Change Attribute Type":
        found = re.search(r" to (?:\w+ )*?([\w$]+)(?= : | from class| in class)", text)
        return kind, found[1] if found else text
    if kind == "Rename Method":
        found = re.search(rf" to {NAME}\(", text)
    elif kind in ("Move Method", "Move And Rename Method", "Pull Up Method", "Push Down Method"):
        found = re.search(rf" to {NAME}\([^)]*\)(?: : \S+)? from class", text)
    elif kind in NAMED_BY_THEMSELVES:
        found = re.search(rf"(?:Method) {NAME}\(", text)
    else:
        found = re.search(rf"in (?:method|primary constructor) {NAME}\(", text)
        found = found or re.search(r"in module (?:\w+\.)*(\w+)\.__module__", text)
    return kind, found[1] if found else text


def said(context):
    """The (type, simple name) pairs that the change is named by."""
    found = set()
    for named in named_refactorings(context):
        kind = named.kind
        if kind in NAMED_BY_THEMSELVES:
            name = named.detail.partition(":")[0].rpartition(" ")[2]
        else:
            side, node = (
                (context.before, named.before) if named.kind in NAMED_BEFORE
                else (context.after, named.after)
            )  # fmt: skip
            file, row = side.locate(node)
            module = os.path.basename(side.paths[file]).partition(".")[0]
            name = defined_name(side.trees[file], row) if row else module
        found.add((kind, name.rsplit(".", 1)[-1]))
    return found


def summary_of(right, labelled, claimed):
    """Precision and recall of (right, labelled, named) counters."""
    total = sum(right.values())
    known = sum(n for kind, n in labelled.items() if kind in KINDS)
    return {
        "precision": percent(total, sum(claimed.values())),
        "precision, types that are labelled": percent(
            sum(n for kind, n in right.items() if labelled[kind] > 1),
            sum(n for kind, n in claimed.items() if labelled[kind] > 1),
        ),
        "recall, types that can be named": percent(total, known),
        "recall, all types": percent(total, sum(labelled.values())),
    }


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
    # The whole, and the even and odd commits in the order of their names: (right, labelled, named).
    counts = {half: (Counter(), Counter(), Counter()) for half in ("all", "even", "odd")}
    match_s, naming_s = [], []
    for number, commit in enumerate(sorted(commits)[:: options.sample]):
        group = commits[commit]
        start = time.process_time()
        mapping = match(ChangeSet.from_texts(*snapshot(clone, group)))
        match_s.append(time.process_time() - start)
        world = World(is_closed=True)
        context = Context(mapping, world=world, mentions=None)  # a verdict has it, too
        start = time.process_time()
        answers = said(context)
        naming_s.append(time.process_time() - start)
        labels = {label_of(row) for row in group if row["valid"]}
        for half in ("all", "odd" if number % 2 else "even"):
            for counter, pairs in zip(
                counts[half], (labels & answers, labels, answers), strict=True
            ):
                counter.update(kind for kind, _ in pairs)
    clone.close()
    right, labelled, claimed = counts["all"]
    lines = [
        (kind, labelled[kind], claimed[kind], percent(right[kind], claimed[kind]),
         percent(right[kind], labelled[kind]))
        for kind, _ in (labelled | claimed).most_common(30)
    ]  # fmt: skip
    summary = {half: summary_of(*counters) for half, counters in counts.items()}
    spent = {"match": times(match_s), "naming": times(naming_s),
             "naming, share of match": percent(sum(naming_s), sum(match_s))}  # fmt: skip
    print(table(("type", "labelled", "named", "precision", "recall"), lines))
    print(*summary.items(), spent, sep="\n")
    if options.json:
        types = {line[0]: dict(zip(("labelled", "named", "precision", "recall"), line[1:],
                                   strict=True)) for line in lines}  # fmt: skip
        document = {"language": options.language, "types": types, "cost": spent}
        write(options.json, document | summary)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
